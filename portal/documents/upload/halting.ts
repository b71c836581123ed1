/** Refusals of one file that every other one would get too: nothing more is sent until somebody has mended the cause. */
import { type ApiProblem, Unreachable } from '#portal/api/problem.ts';

/** Nobody is signed in, nothing is paid for, nothing may be sent, too much was, or nothing is taken now. */
const HALTING_STATUSES = [401, 402, 403, 429, 502, 503, 504];

export function haltsAll(problem: ApiProblem): boolean {
  if (problem instanceof Unreachable) return true;
  return HALTING_STATUSES.includes(problem.status) || problem.code === 'organization_inactive';
}

/** Where the cause is mended, if that is a page; null for what passes by itself, or others mend. */
export function mendingPage(code: string): { readonly to: '/billing' | '/security'; readonly words: string } | null {
  if (code === 'quota_exceeded' || code === 'payment_past_due') return { to: '/billing', words: 'Plan and billing' };
  if (code === 'second_factor_required') return { to: '/security', words: 'Set up a second factor' };
  return null;
}
