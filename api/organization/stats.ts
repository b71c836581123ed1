/** Usage of an organization, and the rest of its plan. */
import { z } from 'zod';
import { DAY_MS } from '#domain/duration.ts';
import { dailyUsageStore, type DailyUsageStore, dayOf } from '#store/billing/daily-usage.ts';
import { type RecentSubmission, type Stats, statsStore, type StatsStore } from '#store/billing/stats.ts';
import { withRole } from '#api/auth/access.ts';
import { endpoint, feature } from '#api/define-endpoint.ts';
import { invalid } from '#api/http/http.ts';
import { DailyStats, Stats as StatsSchema } from '#src/contract/organization.ts';
import { answer } from '#api/operation.ts';
import { usageDayBody } from '#src/bodies/usage.ts';

interface Deps {
  readonly stats: StatsStore;
  readonly daily: DailyUsageStore;
}

const LIKE = 'must be a day since 2000, like 2026-11-21';
const day = z.iso
  .date(LIKE)
  .refine((text) => text >= '2000', LIKE)
  .optional();

const DAYS = 30;
const MAX_DAYS = 400;

const DailyQuery = z.object({
  from: day.describe(`The first day, in UTC. By default the answer covers ${DAYS} days.`),
  to: day.describe('The last day, which is included. The default is today.'),
});

export const statsFeature = feature(
  ({ database }): Deps => ({ stats: statsStore(database), daily: dailyUsageStore(database) }),
  [
    endpoint({
      method: 'get',
      path: '/api/portal/stats',
      id: 'getStats',
      tag: 'Portal',
      summary: 'Counts the documents of all time and of the billing period, with the usage of the plan',
      access: withRole('stats.read'),
      answers: [answer(200, 'The counts.', StatsSchema)],
      handle: async ({ caller }, deps: Deps) => statsBody(await deps.stats.read(caller.organization)),
    }),
    endpoint({
      method: 'get',
      path: '/api/portal/stats/daily',
      id: 'getDailyStats',
      tag: 'Portal',
      summary: 'Counts the documents of each day on which they ended, the oldest day first',
      description: `The answer has every day in UTC, also days without documents, and at most ${MAX_DAYS}.`,
      access: withRole('stats.read'),
      query: DailyQuery,
      answers: [answer(200, 'The days.', DailyStats)],
      async handle({ caller, query }, { daily }: Deps) {
        const { from, to } = daysOf(query);
        return { from, to, days: (await daily.read(caller.organizationId, from, to)).map(usageDayBody) };
      },
    }),
  ],
);

/** Both are counted. Throws `validation_failed` (400). */
function daysOf({ from, to = dayOf(new Date()) }: z.output<typeof DailyQuery>) {
  const first = from ?? dayOf(new Date(Date.parse(to) - (DAYS - 1) * DAY_MS));
  const count = (Date.parse(to) - Date.parse(first)) / DAY_MS + 1;
  if (count < 1) throw invalid('query', 'from', 'out_of_range', 'from must not be after to');
  if (count > MAX_DAYS) throw invalid('query', 'from', 'out_of_range', `from must be at most ${MAX_DAYS} days back`);
  return { from: first, to };
}

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

function recentBody({ submissionId, status, createdAt, completedAt, erasedAt }: RecentSubmission) {
  return {
    submissionId,
    status,
    createdAt: createdAt.toISOString(),
    completedAt: completedAt?.toISOString() ?? null,
    erasedAt: erasedAt?.toISOString() ?? null,
  };
}
