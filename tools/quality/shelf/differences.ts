/** The differences between the engine and pyHanko, with the correct verdict and its reason. */
import type { Verdict } from './verdicts.ts';

export interface Difference {
  readonly family: string;
  readonly name: string;
  readonly program: string;
  readonly ours: Verdict;
  readonly theirs: Verdict;
}

interface Reason {
  readonly family: string;
  /** If it is absent, all names of the family. */
  readonly name?: string;
  readonly program?: string;
  readonly right: 'the engine' | 'pyHanko';
  readonly why: string;
}

/** A kind of change that pyHanko allows by the changed object, whatever the object shows then. */
function byKind(family: string, name: string | undefined, why: string): Reason {
  return { family, ...(name !== undefined && { name }), right: 'the engine', why };
}

const FILLED =
  'An approval is for the values that its signer saw. pyHanko takes every value and its appearance for filling in.';
const DRAWN = 'The value stays, and people see another number. pyHanko compares no appearance with its value.';
const BESIDE =
  'The bytes belong to no cross-reference, and readers that repair a file use them. pyHanko reads the last cross-reference alone.';
const OLDER =
  'The revision did not make the signature that its field shows. pyHanko compares a signature with its own revision only.';
const TABLE = 'Readers that repair a file, or take the first of two entries, show the other content.';
const DOUBLE_KEY =
  'signpdf writes /AcroForm twice into the catalog, which 7.3.7 forbids. pyHanko takes the first, in which the signature is not; ' +
  'the engine takes the last, as MuPDF and qpdf do.';

const REASONS: readonly Reason[] = [
  byKind('filled fields', undefined, FILLED),
  byKind('shadow replace', 'other appearance', DRAWN),
  byKind('shadow hide', 'empty appearance', DRAWN),
  byKind('shadow hide', 'hidden flag', 'A hidden field is the same as a removed one. pyHanko allows /F to change.'),
  byKind(
    'shadow hide',
    'other view of a field',
    'A field that shows only at times hides what was signed. pyHanko allows /F to change.',
  ),
  byKind('/Rect and /AP', 'frame of an appearance', DRAWN),
  byKind('drawing of a number', undefined, DRAWN),
  byKind('ISA', 'objects without a cross-reference', BESIDE),
  byKind('ISA', 'objects and a trailer', BESIDE),
  byKind('recycled', undefined, OLDER),
  byKind(
    'SSA',
    'empty field',
    'A new field that covers the text is no signature. pyHanko allows the appearance of an empty signature field.',
  ),
  byKind('CJK stamps', 'empty signature field', 'As for every other sneaky signature.'),
  byKind(
    'cross-reference',
    'smaller /Size',
    'Readers take objects above /Size for missing (7.5.5): the fields are gone.',
  ),
  byKind('cross-reference', 'same object twice, the other one last', TABLE),
  byKind('cross-reference', 'object that the table does not name', TABLE),
  byKind(
    'ambiguous objects',
    undefined,
    'Readers take the first or the last of two entries or values (7.3.7), and so show other content. pyHanko reads one of them.',
  ),
  byKind(
    'covered values',
    'background of an empty signature field over the text',
    'Readers without an appearance paint /BG of /MK over the signed text. pyHanko allows a new empty signature field.',
  ),
  byKind(
    'page inheritance',
    undefined,
    'Some readers inherit by /Parent. pyHanko does not compare what a page inherits.',
  ),
  {
    family: 'honest',
    name: 'note beside the text',
    right: 'the engine',
    why: 'Level 3 allows annotations (12.8.2.2.2). pyHanko has no rule for them.',
  },
  {
    family: 'honest',
    name: 'empty field filled in',
    program: 'pdfsign',
    right: 'the engine',
    why: 'pdfsign takes the other fields out of the list of the form before it signs; the widget on the page is filled in. pyHanko knows only the list.',
  },
  {
    family: 'honest',
    name: 'second signature',
    program: 'signpdf',
    right: 'the engine',
    why: `${DOUBLE_KEY} The second signature, by pyHanko, takes the field of the first one out of the form: that is more than signing.`,
  },
  { family: 'honest', program: 'signpdf', right: 'the engine', why: DOUBLE_KEY },
];

/** Whether a reason above explains a verdict that seems wrong. */
export function isExplained(one: Pick<Difference, 'family' | 'name' | 'program'>): boolean {
  return one.family === 'honest' && REASONS.some((reason) => reason.name !== undefined && explains(reason, one));
}

/** Returns whether every difference has a reason. */
export function printDifferences(
  differences: readonly Difference[],
  files: number,
  note: (line: string) => void,
): boolean {
  note(`\npyHanko says the same of ${files - differences.length} of ${files} files.`);
  const explained = Map.groupBy(differences, (one) => REASONS.find((reason) => explains(reason, one)));
  for (const [reason, cases] of explained) {
    if (reason) {
      const names = [...new Set(cases.map(({ name }) => name))].join('; ');
      note(`${reason.family}, ${names}: ${cases.length} files, ${reason.right} is right. ${reason.why}`);
    } else
      for (const { program, family, name, ours, theirs } of cases)
        note(
          `MISS ${program}, ${family}, ${name}: the engine says ${ours.reason}; pyHanko says ${theirs.isAccepted ? 'valid' : theirs.reason}`,
        );
  }
  return !explained.has(undefined);
}

function explains({ family, name, program }: Reason, one: Pick<Difference, 'family' | 'name' | 'program'>): boolean {
  return (
    family === one.family &&
    (name === undefined || name === one.name) &&
    (program === undefined || program === one.program)
  );
}
