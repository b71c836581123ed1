/** The quota of a plan for programs, as the portal shows it without prices. */
import { PLANS } from '#domain/billing/plan.ts';
import { billingStore } from '#store/billing/billing.ts';
import { withKeyOrSignIn } from '#api/auth/access.ts';
import { endpoint, feature } from '#api/define-endpoint.ts';
import { QUOTA_HEADERS } from '#api/http/headers.ts';
import { answer } from '#api/operation.ts';
import { setQuota } from '#api/submissions/quota.ts';
import { Quota } from '#src/contract/billing.ts';
import type { Services } from '#api/services.ts';

type Deps = ReturnType<typeof depsOf>;

function depsOf({ database }: Services) {
  return { billing: billingStore(database) };
}

export const quotaFeature = feature(depsOf, [
  endpoint({
    method: 'get',
    path: '/api/quota',
    id: 'getQuota',
    tag: 'Billing',
    summary: 'Returns the number of documents left in this period',
    access: withKeyOrSignIn({ scopes: ['read', 'normalize'], action: 'stats.read' }),
    answers: [answer(200, 'The quota.', Quota, QUOTA_HEADERS)],
    async handle({ ctx, caller: { organization } }, { billing }: Deps) {
      const quota = await billing.quota(organization);
      setQuota(ctx, quota);
      const { planTier, limit, used, startsAt, resetsAt } = quota;
      const { maxFileBytes, concurrentJobs, overage } = PLANS[planTier];
      return {
        planTier,
        limit,
        used,
        remaining: Math.max(0, limit - used),
        overageAllowed: overage,
        startsAt: startsAt.toISOString(),
        resetsAt: resetsAt.toISOString(),
        maxFileBytes,
        concurrentJobs,
      };
    },
  }),
]);
