/** The dashboards of Grafana: their metrics, and the JSON for Grafana's provisioning. */
import { type MetricDescription, type MetricKey, METRICS } from '#src/metrics/registry.ts';

export interface Board {
  /** The id in its file name and its address. */
  readonly uid: string;
  readonly title: string;
  readonly panels: readonly MetricKey[];
}

export const BOARDS: readonly Board[] = [
  {
    uid: 'fixpoint-service',
    title: 'Fixpoint: service',
    panels: [
      'httpRequests',
      'httpRequestSeconds',
      'httpRequestsInFlight',
      'problems',
      'admissionRefusals',
      'submissionsUnderWay',
      'oldestPendingSeconds',
      'workersLive',
      'workerVersions',
      'stateCollected',
      'activityFailures',
      'alarms',
      'rounds',
      'buildInfo',
    ],
  },
  {
    uid: 'fixpoint-pipeline',
    title: 'Fixpoint: pipeline',
    panels: [
      'submissions',
      'submissionSeconds',
      'stageSeconds',
      'inputBytes',
      'outputBytes',
      'parsersBusy',
      'parsersWaiting',
      'parserEnds',
      'findings',
      'warnings',
      'pdfaValidations',
    ],
  },
  {
    uid: 'fixpoint-webhooks-and-data',
    title: 'Fixpoint: webhooks and data protection',
    panels: [
      'webhookAttempts',
      'webhookAttemptSeconds',
      'webhookBacklog',
      'webhookOldestDueSeconds',
      'mailOldestSeconds',
      'deletionOverdueSeconds',
      'erasureOldestSeconds',
      'usageUntoldSeconds',
      'signingKeyAgeSeconds',
    ],
  },
];

interface Query {
  readonly expr: string;
  readonly legendFormat: string;
}

/** Gauges of single workers. The others describe the whole service, and every API reports the same value. */
const SUMMED: ReadonlySet<MetricKey> = new Set(['httpRequestsInFlight', 'parsersBusy', 'parsersWaiting']);

/** The queries of a panel in the language of Prometheus. */
export function queriesOf(key: MetricKey): Query[] {
  const { name, type, labels }: MetricDescription = METRICS[key];
  const by = Object.keys(labels);
  const legendFormat = by.map((label) => `{{${label}}}`).join(' ') || name;
  const grouped = by.length === 0 ? '' : ` by (${by.join(', ')})`;
  if (type === 'counter') return [{ expr: `sum${grouped} (rate(${name}[$__rate_interval]))`, legendFormat }];
  if (type === 'gauge') return [{ expr: `${SUMMED.has(key) ? 'sum' : 'max'}${grouped} (${name})`, legendFormat }];
  return ['0.5', '0.95'].map((quantile) => ({
    expr: `histogram_quantile(${quantile}, sum by (${['le', ...by].join(', ')}) (rate(${name}_bucket[$__rate_interval])))`,
    legendFormat: `${legendFormat} p${Number(quantile) * 100}`,
  }));
}

const COLUMNS = 2;
const GRID_WIDTH = 24;
const PANEL_HEIGHT = 8;
const DATASOURCE = { type: 'prometheus', uid: 'prometheus' };

/** The dashboard model of Grafana without its defaults. */
export function grafanaJson({ uid, title, panels }: Board): string {
  const width = GRID_WIDTH / COLUMNS;
  const board = {
    uid,
    title,
    schemaVersion: 39,
    version: 1,
    editable: false,
    tags: ['fixpoint'],
    timezone: 'utc',
    time: { from: 'now-6h', to: 'now' },
    refresh: '30s',
    panels: panels.map((key, index) => ({
      id: index + 1,
      type: key === 'buildInfo' ? 'table' : 'timeseries',
      title: METRICS[key].name,
      description: `${METRICS[key].help}.`,
      datasource: DATASOURCE,
      gridPos: {
        x: (index % COLUMNS) * width,
        y: Math.floor(index / COLUMNS) * PANEL_HEIGHT,
        w: width,
        h: PANEL_HEIGHT,
      },
      fieldConfig: { defaults: { unit: unitOf(key), min: 0 }, overrides: [] },
      targets: queriesOf(key).map((query, at) => ({ refId: 'AB'[at], datasource: DATASOURCE, ...query })),
    })),
  };
  return `${JSON.stringify(board, null, 2)}\n`;
}

/** The suffix of the name gives the unit by the conventions of Prometheus. A counter is shown as a rate. */
function unitOf(key: MetricKey): string {
  const { name, type } = METRICS[key];
  if (name.endsWith('_seconds')) return 's';
  if (name.endsWith('_bytes_total')) return 'Bps';
  return type === 'counter' ? 'cps' : 'short';
}
