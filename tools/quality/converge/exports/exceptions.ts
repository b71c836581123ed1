/** The reasons why two exports of one source are two documents, by class. */
import type { Difference } from '#tools/quality/converge/difference.ts';

interface Exception {
  readonly program: string;
  readonly reason: string;
  fits(difference: Difference): boolean;
}

const EXCEPTIONS: readonly Exception[] = [
  {
    program: 'LibreOffice',
    reason: 'the document names the language of the user, by which it is read aloud',
    fits: ({ path }) => path === 'Root/Lang',
  },
];

export function reasonFor(program: string, difference: Difference): string | undefined {
  return EXCEPTIONS.find((each) => each.program === program && each.fits(difference))?.reason;
}
