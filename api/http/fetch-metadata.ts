/** The origin of the page behind a request, as browsers report it (Fetch Metadata Request Headers, section 2.2). */
import type { Context } from './http.ts';

/** One of our own pages, or somebody who has typed the address. */
const OWN = ['same-origin', 'none'];

/**
 * Whether a page has asked that is neither ours nor one of those that are allowed, be it on the same site. Programs say
 * nothing of pages, and have no cookies that they were not given.
 */
export function isOfStrangePage(ctx: Context, allowedOrigins: readonly string[] = []): boolean {
  const site = ctx.get('Sec-Fetch-Site');
  return site !== '' && !OWN.includes(site) && !allowedOrigins.includes(ctx.get('Origin'));
}
