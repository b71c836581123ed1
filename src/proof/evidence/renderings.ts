/**
 * Result, report and revisions are renderings of the facts that are signed: they have sentences and links besides. Each fact in
 * them is compared with the signed one. Other members are not signed, and are named. `verify.py` has the same rules.
 */
import { member, text } from '#src/proof/verify/members.ts';
import type { Given } from './given.ts';
import type { Statement } from './statements.ts';
import type { Check } from './verdict.ts';

const RENDERINGS = { submission: 'result', report: 'report', revisions: 'list of revisions' } as const;

type Rendering = Extract<Given, { readonly kind: keyof typeof RENDERINGS }>;

function isRendering(thing: Given): thing is Rendering {
  return Object.hasOwn(RENDERINGS, thing.kind);
}

/** @param facts the document whose signature was checked and holds; undefined without one */
export function renderings(thing: Given, statement: Statement | null, facts: unknown): Check[] {
  if (!isRendering(thing)) return [];
  if (facts === undefined) return statement === null ? [] : [aboutTheSame(thing, statement) ?? notSigned(thing)];
  const expected = EXPECTED[thing.kind](facts);
  if (expected === null) return [notSigned(thing)];
  const comparison: Comparison = { different: [], besides: new Set() };
  compare(expected, thing.value, '', comparison);
  return [comparison.different.length > 0 ? contradicts(thing, comparison) : agrees(thing, comparison)];
}

/** The members of the result that are facts. A document of another version may have fewer, or others. */
const OF_THE_RESULT = [
  'submissionId',
  'status',
  'completedAt',
  'processingTimeMs',
  'original',
  'normalized',
  'security',
  'validation',
  'tamperAnalysis',
  'warnings',
  'failure',
  'verdict',
];

const EXPECTED: Readonly<Record<Rendering['kind'], (facts: unknown) => object | null>> = {
  submission: (facts) => picked(facts, OF_THE_RESULT),
  report: reportOf,
  revisions: (facts) => {
    const timeline = member(facts, 'timeline');
    return isObject(timeline) ? { submissionId: member(facts, 'submissionId'), ...timeline } : null;
  },
};

const OF_THE_REPORT = [
  'submissionId',
  'processingTimeMs',
  'stages',
  'warnings',
  'revisions',
  'embeddedFiles',
  'pages',
  'pageFingerprintAlgorithm',
  'verdict',
];

function reportOf(facts: unknown): object {
  const normalized = member(facts, 'normalized');
  const anomalies = member(member(facts, 'tamperAnalysis'), 'anomalies') ?? [];
  const validation = member(facts, 'validation');
  return {
    ...picked(facts, OF_THE_REPORT),
    createdAt: member(facts, 'completedAt'),
    outputHash: isObject(normalized) ? `sha256:${text(member(normalized, 'sha256'))}` : null,
    contentHashAlgorithm: member(normalized, 'contentHashAlgorithm') ?? null,
    pipelineSpec: member(normalized, 'pipelineSpec') ?? null,
    tamperAnalysis: { detected: Array.isArray(anomalies) && anomalies.length > 0, findings: anomalies },
    validator: {
      validated: member(validation, 'validatorValidated') === true,
      errors: member(validation, 'validatorErrors'),
    },
  };
}

function picked(facts: unknown, names: readonly string[]): object {
  const known = names.filter((name) => member(facts, name) !== undefined);
  return Object.fromEntries(known.map((name) => [name, member(facts, name)]));
}

interface Comparison {
  /** Paths of facts that are not the signed ones. */
  readonly different: string[];
  /** Names of members that no signed fact has. */
  readonly besides: Set<string>;
}

/** Evidence has at most 64 levels. */
function compare(expected: unknown, found: unknown, path: string, comparison: Comparison): void {
  if (Array.isArray(expected)) {
    const isList = Array.isArray(found) && found.length === expected.length;
    if (!isList) comparison.different.push(path);
    else for (const [index, item] of expected.entries()) compare(item, found[index], `${path}/${index}`, comparison);
  } else if (isObject(expected)) {
    if (!isObject(found) || Array.isArray(found)) comparison.different.push(path);
    else compareMembers(expected, found, path, comparison);
  } else if (expected !== found) {
    comparison.different.push(path);
  }
}

function compareMembers(expected: object, found: object, path: string, comparison: Comparison): void {
  for (const [name, value] of Object.entries(expected)) {
    compare(value, member(found, name), path === '' ? name : `${path}/${name}`, comparison);
  }
  for (const name of Object.keys(found)) if (!Object.hasOwn(expected, name)) comparison.besides.add(name);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

const MAX_NAMED = 20;

function contradicts({ kind }: Rendering, { different }: Comparison): Check {
  const title = `The ${RENDERINGS[kind]} contradicts the signed facts.`;
  const detail = `Somebody changed it. Different: ${listed(different)}.`;
  return { id: kind, state: 'fail', title, detail };
}

function agrees({ kind }: Rendering, { besides }: Comparison): Check {
  const title = `The ${RENDERINGS[kind]} agrees with the signed facts.`;
  const members = [...besides].toSorted();
  const detail = members.length > 0 ? `These members are not signed: ${listed(members)}.` : 'All of it is signed.';
  return { id: kind, state: 'pass', title, detail, notSigned: members };
}

function listed(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  return names.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function notSigned({ kind, name }: Rendering): Check {
  const title = `Not signed: the ${RENDERINGS[kind]}, “${name}”.`;
  const detail = 'No signed facts were given that it could be compared with, so anybody may have changed it.';
  return { id: kind, state: 'unsigned', title, detail };
}

/** Evidence of before has no signed facts. The attestation has hashes and the number of warnings. */
function aboutTheSame({ kind, value }: Rendering, statement: Statement): Check | null {
  if (kind === 'revisions') return null;
  const { normalizedSha256, originalSha256, warningCount } = statement;
  const warnings = member(value, 'warnings');
  const count = Array.isArray(warnings) ? warnings.length : undefined;
  const isAboutIt =
    kind === 'report'
      ? member(value, 'outputHash') === `sha256:${normalizedSha256}`
      : member(member(value, 'normalized'), 'sha256') === normalizedSha256 &&
        member(member(value, 'original'), 'sha256') === originalSha256;
  const name = RENDERINGS[kind];
  if (!isAboutIt) {
    const title = `The ${name} is about another document.`;
    return { id: kind, state: 'fail', title, detail: 'Its hash is not the attested one.' };
  }
  if (warningCount === undefined || count === warningCount) return null;
  const detail = 'How many there were is signed, and is another number.';
  return { id: kind, state: 'fail', title: `The ${name} has not the warnings that were attested.`, detail };
}
