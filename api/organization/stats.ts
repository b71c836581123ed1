/** What an organization has sent, and how much of its plan is left. */
import { Router } from '@koa/router';
import type { RecentSubmission, Stats, StatsStore } from '#store/billing/stats.ts';
import type { State } from '#api/http/http.ts';
import { NoQuery, readQuery } from '#api/http/query.ts';
import type { Admit } from './access.ts';

interface Deps {
  readonly admit: Admit;
  readonly stats: StatsStore;
}

export function statsRoutes({ admit, stats }: Deps): Router<State> {
  const router = new Router<State>();

  router.get('/api/portal/stats', async (ctx) => {
    const { organization } = await admit(ctx, 'stats.read');
    readQuery(ctx, NoQuery);
    ctx.body = statsBody(await stats.read(organization));
  });

  return router;
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

function recentBody({ submissionId, status, createdAt, completedAt }: RecentSubmission) {
  return {
    submissionId,
    status,
    createdAt: createdAt.toISOString(),
    completedAt: completedAt?.toISOString() ?? null,
  };
}
