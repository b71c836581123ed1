/** Which fault comes when. The same seed gives the same sequence, however many of it have been run before. */
import { chanceOf, type Chance } from '#test/properties/mutations.ts';

/** What may become of a part, and of which ones. */
export const KINDS = {
  /** SIGKILL; it is started again after a while. */
  kill: [
    'api',
    'worker',
    'parser',
    'verifier',
    'temporal',
    'postgres',
    'backend',
    'store',
    'verapdf',
    'mail',
    'payments',
  ],
  /** SIGSTOP, and SIGCONT after a while. */
  stop: [
    'api',
    'worker',
    'parser',
    'verifier',
    'temporal',
    'postgres',
    'backend',
    'store',
    'verapdf',
    'mail',
    'payments',
  ],
  /** Nothing comes through for a while, and what was connected then is not any more. */
  'half-open': ['api', 'temporal', 'postgres', 'store', 'verapdf', 'mail', 'payments'],
  /** Every connection breaks. One of PostgreSQL's own is ended by its administrator. */
  reset: ['api', 'temporal', 'postgres', 'backend', 'store', 'verapdf', 'mail', 'payments'],
  /** Everything takes longer for a while. */
  latency: ['api', 'temporal', 'postgres', 'store', 'verapdf', 'mail', 'payments'],
  /** Connections break, and new ones are refused for a while. */
  refused: ['api', 'temporal', 'postgres', 'store', 'verapdf', 'mail', 'payments'],
  /** Its disk has no room for a while. */
  'full-disk': ['spool', 'temporal', 'postgres', 'store'],
  /** It does what it is asked for (PostgreSQL commits), and the answer is lost. */
  'lost-answer': ['api', 'temporal', 'postgres', 'store', 'verapdf', 'mail', 'payments'],
} as const;

export type Kind = keyof typeof KINDS;
export type Part = (typeof KINDS)[Kind][number];

export interface Choice {
  readonly kind: Kind;
  readonly part: Part;
}

export interface Fault extends Choice {
  /** From 0. Together with the seed it says which fault this is. */
  readonly index: number;
  /** Whether it begins only when the service has recovered from the one before. */
  readonly alone: boolean;
  /** How long after the one before, or its recovery, it begins. */
  readonly pauseMs: number;
  readonly durationMs: number;
  /** From 0 up to 1: which one of several processes or ways is hit. */
  readonly draw: number;
}

/** The least and the most, but for those that take long. */
const DURATION_MS: Readonly<Record<Kind, readonly [number, number]>> = {
  kill: [0, 2_000],
  stop: [300, 4_000],
  'half-open': [500, 4_000],
  reset: [0, 0],
  latency: [1_000, 3_000],
  refused: [300, 3_000],
  'full-disk': [800, 3_500],
  'lost-answer': [6_000, 6_000],
};

/** This share of the faults takes this many times as long: beyond the time limits of statements and requests. */
const LONG = { share: 0.06, factor: 5 };
const MAX_PAUSE_MS = 900;
const ALONE = 0.35;

export function allChoices(kinds: readonly Kind[]): Choice[] {
  return kinds.flatMap((kind) => KINDS[kind].map((part) => ({ kind, part })));
}

/** All choices come once in each round, in an order of its own. */
export function planOf(seed: number, choices: readonly Choice[]): (index: number) => Fault {
  return (index) => {
    const round = Math.floor(index / choices.length);
    const choice = shuffled(choices, chanceOf(mixed(seed, -1 - round)))[index % choices.length];
    if (choice === undefined) throw new Error('There is nothing to choose from.');
    const chance = chanceOf(mixed(seed, index));
    const [least, most] = DURATION_MS[choice.kind];
    const factor = chance() < LONG.share ? LONG.factor : 1;
    return {
      index,
      ...choice,
      alone: chance() < ALONE,
      pauseMs: Math.round(chance() * MAX_PAUSE_MS),
      durationMs: Math.round((least + chance() * (most - least)) * factor),
      draw: chance(),
    };
  };
}

export function pick<Item>(items: readonly Item[], draw: number): Item | undefined {
  return items[Math.floor(draw * items.length)];
}

function shuffled<Item>(items: readonly Item[], chance: Chance): Item[] {
  return items
    .map((item) => ({ item, at: chance() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** Numbers that lie side by side give sequences that have nothing in common. */
function mixed(seed: number, index: number): number {
  return Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index, 0xc2b2ae35);
}
