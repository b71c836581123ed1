/** What this process counts, by the table of all metrics: counting is a number in memory, and costs next to nothing. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { ALARMS } from './alarms.ts';
import { PIPELINE_SPEC } from '#domain/pipeline.ts';
import { type MetricDescription, type MetricKey, METRICS, type MetricSource } from './registry.ts';

type Labels<K extends MetricKey> = Extract<keyof (typeof METRICS)[K]['labels'], string>;

type Instrument<K extends MetricKey> = (typeof METRICS)[K]['type'] extends 'counter'
  ? Counter<Labels<K>>
  : (typeof METRICS)[K]['type'] extends 'gauge'
    ? Gauge<Labels<K>>
    : Histogram<Labels<K>>;

type Instruments = { readonly [K in MetricKey]: Instrument<K> };

function instrument({ name, help, type, labels, buckets }: MetricDescription): Counter | Gauge | Histogram {
  const settings = { name, help, labelNames: Object.keys(labels), registers: [] };
  if (type === 'counter') return new Counter(settings);
  if (type === 'gauge') return new Gauge(settings);
  return new Histogram({ ...settings, ...(buckets && { buckets: [...buckets] }) });
}

const INSTRUMENTS = Object.entries(METRICS).map(([key, description]) => ({
  key,
  source: description.source,
  instrument: instrument(description),
}));

/** The instruments of this process, by the keys of the table. */
export const metrics: Instruments =
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each is made by the type that the table says
  Object.fromEntries(INSTRUMENTS.map((one) => [one.key, one.instrument])) as unknown as Instruments;

/** What a process of that kind exports: its part of the table, and what prom-client says of any process under Node. */
export function registryOf(own: Exclude<MetricSource, 'both'>): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const { source, instrument: one } of INSTRUMENTS) {
    if (source === own || source === 'both') registry.registerMetric(one);
  }
  for (const alarm of ALARMS) metrics.alarms.inc({ alarm }, 0);
  metrics.buildInfo.set({ pipeline_spec: PIPELINE_SPEC, node: process.version }, 1);
  return registry;
}
