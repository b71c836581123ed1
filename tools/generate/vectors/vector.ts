/**
 * A vector is one small input with the result of the engine. Vectors form groups. The first vector is the base, and
 * each other one is the same document as the base, another one, or a rejected document.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_OPTIONS, type NormalizeOptions } from '#domain/pipeline.ts';

export const VECTORS = join(import.meta.dirname, '../../../vectors');

export type Relation = 'base' | 'different' | 'refused' | 'same';

/** An input of a group, before the engine has read it. */
export interface Case {
  readonly relation: Relation;
  readonly reason: string;
  readonly input: Uint8Array;
  readonly options: NormalizeOptions;
}

export interface Group {
  readonly clause: string;
  readonly title: string;
  /** The hash that the relations compare. */
  readonly compares: 'contentHash' | 'sha256';
  readonly cases: readonly Case[];
}

/** One line of the files. `input` has one character for each byte. */
export interface Vector {
  readonly id: string;
  readonly clause: string;
  readonly title: string;
  readonly relation: Relation;
  readonly compares: 'contentHash' | 'sha256';
  readonly reason: string;
  readonly options: Partial<NormalizeOptions>;
  readonly input: string;
  readonly status: string;
  readonly failure: string | null;
  readonly sha256: string | null;
  readonly sizeBytes: number | null;
  readonly contentHash: string | null;
  readonly warnings: readonly string[];
  /** The output of the first vector of a group, in Base64. */
  readonly output?: string;
}

type Item = string | readonly [input: string, reason: string];

export interface Items {
  readonly base: Item;
  readonly same?: readonly Item[];
  readonly different?: readonly Item[];
  readonly refused?: readonly Item[];
  readonly options?: Partial<NormalizeOptions>;
  readonly compares?: Group['compares'];
}

export type Shared = Pick<Items, 'compares' | 'options'>;

/** Documents are small, and a plain file is easier to read. */
const PLAIN: Partial<NormalizeOptions> = { linearize: false };

/** A group of documents that differ in one piece of text. A piece without a reason is its own reason. */
export function group(clause: string, title: string, build: (piece: string) => Uint8Array, items: Items): Group {
  const options = { ...DEFAULT_OPTIONS, ...PLAIN, ...items.options };
  const base = pieceOf(items.base);
  const caseOf = (relation: Relation, item: Item): Case => {
    const piece = pieceOf(item);
    const reason = typeof item === 'string' ? sentence(relation, piece, base) : item[1];
    return { relation, reason, input: build(piece), options };
  };
  const cases = [
    caseOf('base', items.base),
    ...(items.same ?? []).map((item) => caseOf('same', item)),
    ...(items.different ?? []).map((item) => caseOf('different', item)),
    ...(items.refused ?? []).map((item) => caseOf('refused', item)),
  ];
  return { clause, title, compares: items.compares ?? 'sha256', cases };
}

const RELATIONS: Readonly<Record<string, 'different' | 'refused' | 'same'>> = {
  '=': 'same',
  '≠': 'different',
  '✗': 'refused',
};
const ESCAPES: Readonly<Record<string, string>> = { 0: '\0', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/**
 * Groups of one builder as a table. A line with `#` has the clause and the title, the next line the base. The lines with `=`, `≠` and
 * `✗` have pieces that say the same, that say something else and that are refused. A piece is one of several between `¦`, or stands
 * behind its reason and `::`; `∅` is the empty piece. A line with `|` continues the line before. Escapes are those of JavaScript.
 */
export function groups(build: (piece: string) => Uint8Array, shared: Shared = {}, reason?: string) {
  return ({ raw }: TemplateStringsArray, ...values: readonly string[]): Group[] => {
    const unescaped = (text: string): string =>
      text.replaceAll(/\0(\d+)\0|\\(?:x(..)|u(....)|(.))/g, (_, value, byte, unit, sign) => {
        if (value !== undefined) return values[value] ?? '';
        const code = byte ?? unit;
        return code === undefined ? (ESCAPES[sign] ?? sign) : String.fromCharCode(Number.parseInt(code, 16));
      });
    const itemOf = (text: string, otherwise?: string): Item => {
      const [written = '', stated = otherwise] = text.split(' :: ').toReversed();
      const piece = written === '∅' ? '' : unescaped(written);
      return stated === undefined ? piece : [piece, unescaped(stated)];
    };
    const table = raw.reduce((whole, part, index) => `${whole}\0${index - 1}\0${part}`).replaceAll(/\n +\|/g, ' |');
    const blocks = table.split(/^ *# /m).slice(1);
    return blocks.map((block) => {
      const [title = '', base = '', ...rows] = block.trim().split(/\n */);
      const items = (wanted: string): Item[] =>
        rows.flatMap((row) =>
          RELATIONS[row[0] ?? ''] === wanted
            ? row
                .slice(2)
                .split(' ¦ ')
                .map((text) => itemOf(text))
            : [],
        );
      const [clause = ''] = title.split(' ', 1);
      return group(clause, unescaped(title.slice(clause.length + 1)), build, {
        ...shared,
        base: itemOf(base, reason),
        same: items('same'),
        different: items('different'),
        refused: items('refused'),
      });
    });
  };
}

export const REASON_OF_BASE = 'This document is the base.';

type Files = Readonly<Record<string, Uint8Array>>;

/** A group of whole documents, each under its sign and its reason: `= Another order.` */
export function groupOfFiles(
  clause: string,
  title: string,
  base: Uint8Array,
  files: Files,
  shared: Shared = {},
): Group {
  const named = (sign: string): Item[] =>
    Object.keys(files).flatMap((name) => (name.startsWith(sign) ? [[name, name.slice(2)]] : []));
  return group(clause, title, (name) => files[name] ?? base, {
    ...shared,
    base: ['base', REASON_OF_BASE],
    same: named('='),
    different: named('≠'),
    refused: named('✗'),
  });
}

/** The documents with one sign. */
export function signed(sign: '=' | '≠' | '✗', files: Files): Files {
  return Object.fromEntries(Object.entries(files).map(([reason, file]) => [`${sign} ${reason}`, file]));
}

function pieceOf(item: Item): string {
  return typeof item === 'string' ? item : item[0];
}

const SHOWN_CHARACTERS = 60;

function shown(piece: string): string {
  const printable = piece.replaceAll(
    /[^ -~]/g,
    (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  if (printable === '') return 'nothing';
  return printable.length > SHOWN_CHARACTERS ? `${printable.slice(0, SHOWN_CHARACTERS)}…` : printable;
}

function sentence(relation: Relation, piece: string, base: string): string {
  switch (relation) {
    case 'base':
      return `The base has ${shown(piece)}.`;
    case 'same':
      return `${shown(piece)} says the same as ${shown(base)}.`;
    case 'different':
      return `${shown(piece)} says something else than ${shown(base)}.`;
    case 'refused':
      return `A document with ${shown(piece)} is refused.`;
  }
}

/** The options of a vector that are not the defaults of the service. */
export function optionsOf({ options }: Vector): NormalizeOptions {
  return { ...DEFAULT_OPTIONS, ...options };
}

export function inputOf({ input }: Vector): Uint8Array {
  return new Uint8Array(Buffer.from(input, 'latin1'));
}

export function readVectors(): Vector[] {
  const files = readdirSync(VECTORS).filter((file) => file.endsWith('.jsonl'));
  return files.toSorted().flatMap((file) =>
    readFileSync(join(VECTORS, file), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line): Vector => JSON.parse(line)),
  );
}

/** Returns each vector that contradicts its group. */
export function contradictions(vectors: readonly Vector[]): string[] {
  const bases = new Map<string, Vector>();
  return vectors.flatMap((vector) => {
    const name = vector.id.slice(0, vector.id.lastIndexOf('/'));
    if (vector.relation === 'base') bases.set(name, vector);
    const base = bases.get(name);
    const isSame = base?.[vector.compares] === vector[vector.compares];
    const holds =
      vector.relation === 'refused'
        ? vector.failure !== null
        : vector.failure === null && isSame === (vector.relation !== 'different');
    return holds ? [] : [`${vector.id} ${vector.relation}: ${vector.failure ?? ''} ${vector.reason}`];
  });
}
