/**
 * Returns a page of the portal as the target of a sign-in, and never another address from a link.
 * @param next the target in the address, such as `/documents?status=FAILED`
 */
export function withinPortal(next: string | undefined): string {
  // `//host` and `/\host` are addresses of other hosts to a browser, which leaves out tabs and line ends besides.
  return next !== undefined && /^\/(?![/\\])[\x20-\x7e]*$/.test(next) ? next : '/';
}
