/** Tests the table of metrics and its results: rules, boards and pages name all metrics and no other. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ALERTS, promqlOf, runbookOf } from '#src/metrics/alerts.ts';
import { type MetricDescription, METRICS } from '#src/metrics/registry.ts';
import { BOARDS, grafanaJson, queriesOf } from '#tools/generate/metrics/boards.ts';
import { alertRules, metricTables } from '#tools/generate/metrics/rules.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(resolve(ROOT, path), 'utf8');
const all = Object.values<MetricDescription>(METRICS);

/** The names of all series in an expression. Throws for invalid PromQL. */
function seriesIn(expression: string): string[] {
  const names: string[] = [];
  parser
    .configure({ strict: true })
    .parse(expression.replaceAll('$__rate_interval', '5m'))
    .iterate({
      enter: ({ name, from, to }) => {
        if (name === 'Identifier') names.push(expression.replaceAll('$__rate_interval', '5m').slice(from, to));
      },
    });
  return names;
}

/** Histograms have three series each. */
const metricOf = (series: string): string => series.replace(/_(?:bucket|sum|count)$/, '');

describe('the table of metrics', () => {
  test('has names that follow the conventions, each once', () => {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    for (const { name, type } of all) {
      expect(name).toMatch(/^fxp_[a-z]+(_[a-z]+)*$/);
      expect(name.endsWith('_total')).toBe(type === 'counter');
    }
  });

  test('has no label that could tell of a person, an organization or a document', () => {
    const labels = new Set(all.flatMap((metric) => Object.keys(metric.labels)));
    const few = [
      'activity',
      'alarm',
      'child',
      'code',
      'lane',
      'method',
      'node',
      'outcome',
      'pipeline_spec',
      'resource',
      'round',
      'route',
      'share',
    ];
    expect([...labels].toSorted()).toEqual([...few, 'stage', 'status_class', 'task_queue', 'type']);
  });

  test('is the one that the documentation shows (to mend: node tools/generate/metrics/write.ts)', () => {
    const page = read('docs/operate/metrics.md');
    expect(page.slice(page.indexOf('## Metrics'))).toBe(metricTables());
  });
});

describe('the boards of Grafana', () => {
  test('show every metric, and none that is not in the table', () => {
    const shown = BOARDS.flatMap(({ panels }) => panels);
    expect(shown.toSorted()).toEqual(Object.keys(METRICS).toSorted());
    const asked = shown.flatMap(queriesOf).flatMap(({ expr }) => seriesIn(expr).map(metricOf));
    expect([...new Set(asked)].toSorted()).toEqual(all.map(({ name }) => name).toSorted());
  });

  test.each(BOARDS)('$uid is written (to mend: node tools/generate/metrics/write.ts)', (board) => {
    expect(read(`deploy/grafana/boards/${board.uid}.json`)).toBe(grafanaJson(board));
  });
});

describe('the rules of Prometheus', () => {
  test('are written (to mend: node tools/generate/metrics/write.ts), and are YAML', () => {
    const written = read('deploy/prometheus/alerts.yml');
    expect(written).toBe(alertRules());
    expect(parse(written)).toMatchObject({ groups: [{ name: 'fixpoint', rules: { length: ALERTS.length } }] });
  });

  test.each(ALERTS)('$name asks for metrics of the table, and its runbook has a section', (alert) => {
    const known = new Set<string>(all.map(({ name }) => name));
    const series = seriesIn(promqlOf(alert.condition));
    expect(series.length).toBeGreaterThan(0);
    expect(series.filter((name) => !known.has(name))).toEqual([]);
    const [page = '', section = ''] = runbookOf(alert).split('#');
    const sections = [...read(page).matchAll(/^## (.+)$/gm)].map(([, title = '']) => title.toLowerCase());
    expect(sections).toContain(section);
  });

  test('are all there is in the runbooks', () => {
    const sections = [...read('docs/operate/runbooks.md').matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    expect(sections).toEqual(ALERTS.map(({ name }) => name));
  });
});
