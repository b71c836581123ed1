/**
 * `npm run fuzz`: property-based requests made from the OpenAPI document by schemathesis (PyPI), against the service
 * that `npm start` has started. No answer may be a 500 or above, and each must be as described. Every group of
 * operations is called in the name of an organization made for it, so that the demo organization stays as it is.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { API_KEY_SCOPES } from '#domain/accounts/permissions.ts';
import type { Database } from '#store/database/database.ts';
import { connectDatabase } from '#store/orm.ts';
import { runningService } from '#tools/installation.ts';
import { newOrganization } from '#tools/organizations.ts';

/** Checks of the answers only. Tests of the API check by name which bad requests are rejected. */
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];

/** These run alone, because the first successful call ends the access of its caller. */
const ENDING: Readonly<Record<string, string>> = {
  logout: 'ends the sign-in',
  logoutAll: 'ends all sign-ins',
  deactivateOrganization: 'ends the organization',
};

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
}

interface DescribedOperation {
  readonly operationId: string;
  readonly tags: readonly [string];
  readonly security: readonly Readonly<Record<string, unknown>>[];
}

interface Credentials {
  readonly apiKey: string;
  /** Valid for fifteen minutes. */
  readonly accessToken: string;
}

interface Group {
  readonly name: string;
  readonly operationIds: readonly string[];
  readonly isSignedIn: boolean;
}

const { values } = parseArgs({
  options: {
    /** The number for each operation and phase. */
    examples: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    data: { type: 'string' },
    program: { type: 'string', default: 'schemathesis' },
    /** Runs only the groups whose names contain this text. */
    only: { type: 'string', default: '' },
  },
});

const { baseUrl, databaseUrl } = runningService(values.data);

function groupsOf({ paths }: Described): Group[] {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const groups = Map.groupBy(operations, (operation) => {
    const { operationId, tags } = operation;
    const ending = ENDING[operationId];
    if (ending !== undefined) return `${operationId}, alone, as it ${ending}`;
    return `${tags[0]}, ${takesToken(operation) ? 'signed in' : 'with an API key'}`;
  });
  return [...groups].map(([name, members]) => ({
    name,
    operationIds: members.map(({ operationId }) => operationId),
    isSignedIn: members.every(takesToken),
  }));
}

/** Whether an operation accepts a token and no key, or a token as one of two ways to name its target. */
function takesToken({ operationId, security }: DescribedOperation): boolean {
  const schemes = new Set(security.flatMap((scheme) => Object.keys(scheme)));
  return operationId in ENDING || (schemes.has('accessToken') && !schemes.has('apiKey'));
}

function fuzz({ operationIds, isSignedIn }: Group, { apiKey, accessToken }: Credentials): boolean {
  const { status, error } = spawnSync(
    values.program,
    [
      'run',
      `${baseUrl}/openapi.json`,
      ...operationIds.map((id) => `--include-operation-id=${id}`),
      `--header=${isSignedIn ? `Authorization:Bearer ${accessToken}` : `X-Api-Key:${apiKey}`}`,
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
  return status === 0;
}

/** The owner is signed in without a password, because sign-ins are limited. */
async function newOwner(database: Database): Promise<Credentials> {
  const wanted = { name: 'Fuzz', planTier: 'growth', scopes: API_KEY_SCOPES } as const;
  const { apiKey, refreshToken } = await newOrganization(database, wanted);
  const response = await fetch(`${baseUrl}/api/auth/refresh`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ refresh_token: refreshToken }),
  });
  const body: { access_token: string } = JSON.parse(await response.text());
  return { apiKey, accessToken: body.access_token };
}

const described: Described = JSON.parse(await (await fetch(`${baseUrl}/openapi.json`)).text());
const database = await connectDatabase(databaseUrl);
const failed = [];
for (const group of groupsOf(described).filter(({ name }) => name.includes(values.only))) {
  console.log(`\n${group.name} (${group.operationIds.length} operations)`);
  if (!fuzz(group, await newOwner(database))) failed.push(group.name);
}
await database.close();
console.log(failed.length === 0 ? '\nNothing found.' : `\nFound something:\n${failed.join('\n')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
