/** The usage of one day. */
import type { UsageOfDay } from '#store/billing/daily-usage.ts';

export function usageDayBody({ day, succeeded, failed, rejected, processingMs, inputBytes, outputBytes }: UsageOfDay) {
  return {
    date: day,
    total: succeeded + failed + rejected,
    success: succeeded,
    failed,
    rejected,
    inputBytes,
    outputBytes,
    averageProcessingMs: succeeded === 0 ? null : Math.round(processingMs / succeeded),
  };
}
