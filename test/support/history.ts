/** Workflow histories as JSON, to inspect, to store as a fixture, and to replay. */
import type { WorkflowHandle } from '@temporalio/client';
import proto, { type temporal } from '@temporalio/proto';

const { History } = proto.temporal.api.history.v1;
type History = temporal.api.history.v1.IHistory;

export interface HistoryEvent {
  readonly activityTaskScheduledEventAttributes?: { readonly activityType?: { readonly name?: string } };
  readonly markerRecordedEventAttributes?: {
    readonly details?: Readonly<Record<string, { readonly payloads?: ReadonlyArray<{ readonly data?: string }> }>>;
  };
}

/** Bytes become base64 and 64-bit integers become strings. `historyFromText` reads them again. */
export async function recordHistory(handle: WorkflowHandle): Promise<{ events: HistoryEvent[]; json: string }> {
  const history = History.fromObject(await handle.fetchHistory());
  const plain = History.toObject(history, { longs: String, enums: String, bytes: String });
  return { events: plain['events'], json: `${JSON.stringify(plain, null, 1)}\n` };
}

export function historyFromText(json: string): History {
  return History.fromObject(JSON.parse(json));
}

/** The activity types in order: regular activities by their event, local ones by their marker. */
export function activitiesIn(events: readonly HistoryEvent[]): string[] {
  return events.flatMap((event) => {
    const scheduled = event.activityTaskScheduledEventAttributes?.activityType?.name;
    if (scheduled !== undefined) return [scheduled];
    const data = event.markerRecordedEventAttributes?.details?.['data']?.payloads?.[0]?.data;
    return data === undefined ? [] : [JSON.parse(Buffer.from(data, 'base64').toString()).activity_type];
  });
}
