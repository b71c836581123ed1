/**
 * The months an organization's documents are counted in, in UTC: from the day and time its subscription is billed from,
 * or, without one, from those it was made at. A subscription by the year has twelve such months.
 */

export interface BillingPeriod {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** The month around `now` of an organization. */
export function periodOf(
  { createdAt, periodAnchor }: { readonly createdAt: Date; readonly periodAnchor?: Date | null | undefined },
  now: Date,
): BillingPeriod {
  return billingPeriod(periodAnchor ?? createdAt, now);
}

/** The month around `now`. An organization of the 31st begins short months' periods on their last day. */
export function billingPeriod(anchor: Date, now: Date): BillingPeriod {
  const months = (now.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + now.getUTCMonth() - anchor.getUTCMonth();
  const begun = anniversary(anchor, months) <= now ? months : months - 1;
  return { startsAt: anniversary(anchor, begun), endsAt: anniversary(anchor, begun + 1) };
}

/** It is counted from the anchor each time: adding months one by one would lose the 31st in February for good. */
function anniversary(anchor: Date, months: number): Date {
  const date = new Date(anchor);
  date.setUTCDate(1);
  date.setUTCMonth(anchor.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(anchor.getUTCDate(), lastDay));
  return date;
}
