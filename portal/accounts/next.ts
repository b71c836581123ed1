/**
 * Where a sign-in leads on to: a page of the portal, and never where a stranger's link wants.
 *
 * @param next what the address says, as `/documents?status=FAILED`
 */
export function withinPortal(next: string | undefined): string {
  // `//host` and `/\host` are addresses of other hosts to a browser, which leaves out tabs and line ends besides.
  return next !== undefined && /^\/(?![/\\])[\x20-\x7e]*$/.test(next) ? next : '/';
}
