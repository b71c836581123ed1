/** `fixpoint doctor`: checks each part of the service with the current settings, and prints a remedy for each fault. */
import { ConfigError, type Config, loadServiceConfig } from '#src/config.ts';
import { causesOf } from '#src/system-error.ts';
import { type Check, fail, type Finding } from './check.ts';
import { HOST_CHECKS } from './host-checks.ts';
import { PART_CHECKS } from './part-checks.ts';
import { TEMPORAL_CHECKS } from './temporal-checks.ts';

const CHECKS: readonly Check[] = [...HOST_CHECKS, ...PART_CHECKS, ...TEMPORAL_CHECKS];
const PATIENCE_MS = 30_000;
const MARKS: Readonly<Record<Finding['state'], string>> = { ok: 'ok  ', warn: 'warn', fail: 'FAIL', skipped: '-   ' };

interface Report extends Finding {
  readonly check: string;
}

/** Answers the exit code: 1 where something is not right, 2 where the settings cannot be read. */
export async function examine({ json }: { readonly json: boolean }): Promise<number> {
  const reports: Report[] = [];
  for await (const report of reportsOf(process.env)) {
    reports.push(report);
    if (!json) process.stdout.write(textOf(report));
  }
  if (json) process.stdout.write(`${JSON.stringify(reports, null, 2)}\n`);
  const [wrong] = reports.filter(({ state }) => state === 'fail');
  return wrong === undefined ? 0 : wrong.check === SETTINGS ? 2 : 1;
}

const SETTINGS = 'settings';

/** All checks run at the same time, so that a slow part delays only the output. */
async function* reportsOf(env: NodeJS.ProcessEnv): AsyncGenerator<Report> {
  let config: Config;
  try {
    config = loadServiceConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    yield { check: SETTINGS, ...fail(error.problems.join('; '), '.env.example says what each means') };
    return;
  }
  const findings = new Map<string, Promise<Finding>>();
  for (const check of CHECKS) findings.set(check.name, afterNeeded(check, config, findings));
  for (const [check, finding] of findings) yield { check, ...(await finding) };
}

/** A check comes after the checks that it needs. */
async function afterNeeded(
  check: Check,
  config: Config,
  findings: ReadonlyMap<string, Promise<Finding>>,
): Promise<Finding> {
  const needed = check.needs === undefined ? undefined : await findings.get(check.needs);
  if (needed === undefined || needed.state === 'ok' || needed.state === 'warn') return findingOf(check, config);
  return { state: 'skipped', said: `not checked: ${check.needs} first`, remedy: null };
}

async function findingOf(check: Check, config: Config): Promise<Finding> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE_MS / 1000} s`)), PATIENCE_MS);
  try {
    return await Promise.race([check.look(config), late]);
  } catch (error) {
    return fail(causesOf(error), check.remedy);
  } finally {
    clearTimeout(timer);
  }
}

function textOf({ check, state, said, remedy }: Report): string {
  const line = `${MARKS[state]}  ${check.padEnd(18)} ${said}\n`;
  return remedy === null ? line : `${line}${' '.repeat(6 + 18 + 1)}→ ${remedy}\n`;
}
