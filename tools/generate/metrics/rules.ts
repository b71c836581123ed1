/** The rules of Prometheus, and the table of `docs/operate/metrics.md`: both from what the code says. */
import { type Alert, ALERTS, promqlOf, runbookOf } from '#src/metrics/alerts.ts';
import { type MetricDescription, METRICS } from '#src/metrics/registry.ts';

/** `deploy/prometheus/alerts.yml`. JSON strings are YAML, whatever is in them. */
export function alertRules(): string {
  const head = [
    '# Made of src/metrics/alerts.ts by tools/generate/metrics/write.ts.',
    'groups:',
    '  - name: fixpoint',
    '    rules:',
  ];
  return `${[...head, ...ALERTS.flatMap(ruleOf)].join('\n')}\n`;
}

function ruleOf(alert: Alert): string[] {
  const { name, condition, forMinutes, severity, summary } = alert;
  return [
    `      - alert: ${name}`,
    `        expr: ${JSON.stringify(promqlOf(condition))}`,
    `        for: ${forMinutes}m`,
    `        labels: { severity: ${severity} }`,
    `        annotations:`,
    `          summary: ${JSON.stringify(summary)}`,
    `          runbook: ${JSON.stringify(runbookOf(alert))}`,
  ];
}

/** `docs/operate/metrics.md` from its first table on. */
export function metricTables(): string {
  const rows = Object.values<MetricDescription>(METRICS).map(
    ({ name, type, source, help, labels }) =>
      `| \`${name}\` | ${type} | ${source === 'both' ? 'API, worker' : source === 'api' ? 'API' : 'worker'} | ${help}. | ${labelsOf(labels)} |`,
  );
  const alerts = ALERTS.map(
    (alert) =>
      `| [${alert.name}](runbooks.md#${alert.name.toLowerCase()}) | ${alert.severity} | \`${promqlOf(alert.condition).replaceAll('|', '\\|')}\` | ${alert.forMinutes} min |`,
  );
  return [
    '## Metrics',
    '',
    '| Name | Type | Of | Means | Labels |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    '## Alerts',
    '',
    '| Alert | Severity | Condition | For |',
    '|---|---|---|---|',
    ...alerts,
    '',
  ].join('\n');
}

function labelsOf(labels: MetricDescription['labels']): string {
  return Object.entries(labels)
    .map(([label, values]) => `\`${label}\`: ${values}`)
    .join('; ');
}
