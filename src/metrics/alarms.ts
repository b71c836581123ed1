/** What somebody has to look at: a member `alarm` of a line of the log, and the label of a metric. */
export const ALARMS = [
  'database_stuck',
  'executions_linger',
  'meter_drift',
  'object_corrupt',
  'object_lost',
  'output_disputed',
  'record_unreadable',
  'usage_lost',
] as const;

export type Alarm = (typeof ALARMS)[number];
