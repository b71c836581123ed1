/** The sequence of faults. Equal seeds give equal sequences, wherever they continue. */
import { chanceOf, type Chance } from '#test/properties/mutations.ts';

/** The kinds of faults with the parts that they affect. */
export const KINDS = {
  /** SIGKILL, followed by a start after some time. */
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
  /** SIGSTOP, followed by SIGCONT after some time. */
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
  /** No data pass for some time, and the existing connections are lost. */
  'half-open': ['api', 'temporal', 'postgres', 'store', 'verapdf', 'mail', 'payments'],
  /** Every connection breaks. The administrator ends a connection of PostgreSQL. */
  reset: ['api', 'temporal', 'postgres', 'backend', 'store', 'verapdf', 'mail', 'payments'],
  /** Everything takes longer for some time. */
  latency: ['api', 'temporal', 'postgres', 'store', 'verapdf', 'mail', 'payments'],
  /** Connections break, and new ones are rejected for some time. */
  refused: ['api', 'temporal', 'postgres', 'store', 'verapdf', 'mail', 'payments'],
  /** Its disk is full for some time. */
  'full-disk': ['spool', 'temporal', 'postgres', 'store'],
  /** The part does its work (PostgreSQL commits), and the answer is lost. */
  'lost-answer': ['api', 'temporal', 'postgres', 'store', 'verapdf', 'mail', 'payments'],
} as const;

export type Kind = keyof typeof KINDS;
export type Part = (typeof KINDS)[Kind][number];

export interface Choice {
  readonly kind: Kind;
  readonly part: Part;
}

export interface Fault extends Choice {
  /** Counted from 0. Together with the seed it identifies the fault. */
  readonly index: number;
  /** True if it starts only after the recovery from the previous fault. */
  readonly alone: boolean;
  /** The pause after the previous fault or its recovery. */
  readonly pauseMs: number;
  readonly durationMs: number;
  /** From 0 up to 1, selects one of several processes or paths. */
  readonly draw: number;
}

/** The least and the greatest duration, without the long ones. */
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

/** This share of the faults takes this many times as long, which exceeds the timeouts of statements and requests. */
const LONG = { share: 0.06, factor: 5 };
const MAX_PAUSE_MS = 900;
const ALONE = 0.35;

export function allChoices(kinds: readonly Kind[]): Choice[] {
  return kinds.flatMap((kind) => KINDS[kind].map((part) => ({ kind, part })));
}

/** Each round has all choices once, in a random order. */
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

/** Mixes the bits, so that adjacent numbers give unrelated sequences. */
function mixed(seed: number, index: number): number {
  return Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index, 0xc2b2ae35);
}
