/**
 * `npm run fuzz`: property-based requests made from the OpenAPI document by schemathesis (PyPI), against the service
 * that `npm start` has started. No answer may be a 500 or above, and each must be as described.
 */
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** What is not about our word: which bad requests are refused is for the tests of the API, by name. */
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];

const { values } = parseArgs({
  options: {
    /** Per operation and phase. */
    examples: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    data: { type: 'string', default: process.env['DATA_DIR'] ?? '.data' },
    program: { type: 'string', default: 'schemathesis' },
  },
});

const { baseUrl, apiKey }: { baseUrl: string; apiKey: string } = JSON.parse(
  await readFile(join(values.data, 'dev.json'), 'utf8'),
);
const { status, error } = spawnSync(
  values.program,
  [
    'run',
    `${baseUrl}/openapi.json`,
    `--header=X-Api-Key:${apiKey}`,
    `--checks=${CHECKS.join(',')}`,
    `--max-examples=${values.examples}`,
    `--seed=${values.seed}`,
    '--phases=examples,coverage,fuzzing',
    '--continue-on-failure',
    '--suppress-health-check=all',
    '--request-timeout=90',
    '--warnings=off',
  ],
  { stdio: 'inherit' },
);
if (error) console.error(`${error.message}: install it with \`pip install schemathesis\`, or name it by --program.`);
process.exitCode = status ?? 1;
