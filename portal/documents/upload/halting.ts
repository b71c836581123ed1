/** Refusals of one file that every other one would get too: nothing more is sent until somebody has mended the cause. */
import { type ApiProblem, Unreachable } from '#portal/api/problem.ts';

/** These answers stop all sending: no sign-in, no payment, no right, a limit, or no service. */
const HALTING_STATUSES = [401, 402, 403, 429, 502, 503, 504];

export function haltsAll(problem: ApiProblem): boolean {
  if (problem instanceof Unreachable) return true;
  return HALTING_STATUSES.includes(problem.status) || problem.code === 'organization_inactive';
}

/** The page that solves the cause; null for other causes. */
export function mendingPage(code: string): { readonly to: '/billing' | '/security'; readonly words: string } | null {
  if (code === 'quota_exceeded' || code === 'payment_past_due') return { to: '/billing', words: 'Plan and billing' };
  if (code === 'second_factor_required') return { to: '/security', words: 'Set up a second factor' };
  return null;
}
