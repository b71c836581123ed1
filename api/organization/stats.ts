/** What an organization has sent, and how much of its plan is left. */
import { type RecentSubmission, type Stats, statsStore, type StatsStore } from '#store/billing/stats.ts';
import { withRole } from '#api/auth/access.ts';
import { endpoint, feature } from '#api/define-endpoint.ts';
import { Stats as StatsSchema } from '#src/contract/organization.ts';
import { answer } from '#api/operation.ts';

interface Deps {
  readonly stats: StatsStore;
}

export const statsFeature = feature(
  ({ database }): Deps => ({ stats: statsStore(database) }),
  [
    endpoint({
      method: 'get',
      path: '/api/portal/stats',
      id: 'getStats',
      tag: 'Portal',
      summary: 'Documents of all time and of the billing period, and how much of the plan is used',
      access: withRole('stats.read'),
      answers: [answer(200, 'The counts.', StatsSchema)],
      handle: async ({ caller }, deps: Deps) => statsBody(await deps.stats.read(caller.organization)),
    }),
  ],
);

/** The specification's Stats. The share is of a hundred, with two digits behind the point, and may be more. */
function statsBody({ allTime, currentMonth, quota, averageProcessingMs, recent }: Stats) {
  const { limit, used } = quota;
  return {
    allTime,
    currentMonth,
    planLimit: limit,
    usedThisMonth: used,
    usageLimitPercent: Math.round((used / limit) * 10_000) / 100,
    averageProcessingMs,
    recentSubmissions: recent.map(recentBody),
  };
}

function recentBody({ submissionId, status, createdAt, completedAt }: RecentSubmission) {
  return {
    submissionId,
    status,
    createdAt: createdAt.toISOString(),
    completedAt: completedAt?.toISOString() ?? null,
  };
}
