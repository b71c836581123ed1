/** Evaluates the condition of an alert with the metrics before and after a fault. */
import type { Condition, Matching } from '#src/metrics/alerts.ts';
import { registryOf } from '#src/metrics/metrics.ts';
import { METRICS } from '#src/metrics/registry.ts';

export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-z_]+)="([^"]*)"/g;

/** The metrics of API and worker in this process, in the format of Prometheus. */
export async function scraped(): Promise<Sample[]> {
  const texts = await Promise.all([registryOf('api').metrics(), registryOf('worker').metrics()]);
  return samplesOf(texts.join('\n'));
}

export function samplesOf(text: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = LINE.exec(line) ?? [];
    if (name === undefined) return [];
    const pairs = [...labels.matchAll(LABEL)].map(([, key = '', of = '']) => [key, of] as const);
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }];
  });
}

/** The decision of the Prometheus rule for only these two moments. */
export function holds(condition: Condition, before: readonly Sample[], after: readonly Sample[]): boolean {
  const { name } = METRICS[condition.metric];
  const sum = (samples: readonly Sample[], matching: Matching = {}) =>
    samples
      .filter((sample) => sample.name === name && matches(sample, matching))
      .reduce((total, { value }) => total + value, 0);
  const increase = (matching?: Matching) => sum(after, matching) - sum(before, matching);
  switch (condition.kind) {
    case 'above':
      return greatest(after, name) > condition.value;
    case 'below':
      return greatest(after, name) < condition.value;
    case 'absent':
      return after.every((sample) => sample.name !== name);
    case 'grew':
      return increase(condition.matching) > 0;
    case 'share':
      return increase(condition.matching) / increase() > condition.above;
  }
}

function greatest(samples: readonly Sample[], name: string): number {
  return Math.max(...samples.filter((sample) => sample.name === name).map(({ value }) => value));
}

function matches({ labels }: Sample, matching: Matching): boolean {
  return Object.entries(matching).every(([label, values]) => values.includes(labels[label] ?? ''));
}
