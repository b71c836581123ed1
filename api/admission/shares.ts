/** The shares of calls that organizations of the plan Free have together, and the refusal of a call too many. */
import { ServiceError } from '#domain/problem-codes.ts';
import type { Context } from '#api/http/http.ts';

interface Share {
  /** The name under which the calls are counted. */
  readonly sharer: string;
  readonly most: number;
}

/**
 * Organizations of one network make at most twice the calls of one organization, since anybody may register several.
 *
 * @param mostOfPlan calls of all organizations of the plan Free
 */
export function sharesOfFree(network: string, mostOfOrganization: number, mostOfPlan: number): readonly Share[] {
  return [
    { sharer: `plan free ${network}`, most: 2 * mostOfOrganization },
    { sharer: 'plan free', most: mostOfPlan },
  ];
}

/** The caller may call again when the window of time ends. */
export function limited(ctx: Context, calls: 'attempts' | 'calls', policy: string, seconds: number): ServiceError {
  ctx.set('Retry-After', String(seconds));
  return new ServiceError('rate_limited', `Too many ${calls}: again in ${seconds} seconds.`, {
    members: { 'violated-policies': [policy] },
  });
}
