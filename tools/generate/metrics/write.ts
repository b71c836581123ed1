/** Writes what is made of the table of metrics: `docs/operate/metrics.md`, the rules of Prometheus, and the boards of Grafana. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { BOARDS, grafanaJson } from './boards.ts';
import { alertRules, metricTables } from './rules.ts';

const root = resolve(import.meta.dirname, '../../..');
const page = resolve(root, 'docs/operate/metrics.md');
const text = readFileSync(page, 'utf8');
writeFileSync(page, text.slice(0, text.indexOf('## Metrics')) + metricTables());
writeFileSync(resolve(root, 'deploy/prometheus/alerts.yml'), alertRules());
for (const board of BOARDS)
  writeFileSync(resolve(root, 'deploy/grafana/boards', `${board.uid}.json`), grafanaJson(board));
