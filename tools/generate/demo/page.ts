/** Lays out the pages of the demo's documents: headings, paragraphs and rows, in Helvetica on A4. */

/** One piece of a page. A piece with text takes one line. */
export type Piece =
  | { readonly kind: keyof typeof STYLES; readonly text: string }
  | { readonly kind: 'row'; readonly text: string; readonly amount: string; readonly isBold?: boolean }
  | { readonly kind: 'rule' }
  | { readonly kind: 'gap' };

export const WIDTH = 595;
export const HEIGHT = 842;
export const MARGIN = 72;

const STYLES = {
  title: { font: 'F2', size: 20, drop: 34 },
  heading: { font: 'F2', size: 11, drop: 20 },
  line: { font: 'F1', size: 11, drop: 17 },
  small: { font: 'F1', size: 9, drop: 14 },
} as const;
const AMOUNT_X = 420;

/** The content stream of a page, from top to bottom. */
export function contentOf(pieces: readonly Piece[]): string {
  let y = HEIGHT - MARGIN - 20;
  const drawn = pieces.map((piece) => {
    const at = y;
    switch (piece.kind) {
      case 'gap':
        y -= 14;
        return '';
      case 'rule':
        y -= 20;
        return `.6 G .5 w ${MARGIN} ${at + 4} m ${WIDTH - MARGIN} ${at + 4} l S`;
      case 'row': {
        y -= 19;
        const font = piece.isBold === true ? 'F2' : 'F1';
        return [show(font, 11, MARGIN, at, piece.text), show(font, 11, AMOUNT_X, at, piece.amount)].join('\n');
      }
      default: {
        const { font, size, drop } = STYLES[piece.kind];
        y -= drop;
        return show(font, size, MARGIN, at, piece.text);
      }
    }
  });
  return drawn.filter((text) => text !== '').join('\n');
}

/** One line of text at a position. */
export function show(font: 'F1' | 'F2', size: number, x: number, y: number, text: string): string {
  return `BT /${font} ${size} Tf ${x} ${y} Td (${text.replaceAll(/[\\()]/g, String.raw`\$&`)}) Tj ET`;
}
