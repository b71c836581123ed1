import { expect, test } from 'vitest';
import { fromLatin1, latin1 } from '#engine/pdf/syntax/lexer.ts';
import { renameNames, type Renames } from './rename-names.ts';

const RENAMES: Renames = new Map([
  ['ColorSpace', new Map([['A', 'C0']])],
  ['Font', new Map([['A', 'F0']])],
  ['Pattern', new Map([['A', 'P0']])],
  ['Properties', new Map([['A', 'M0']])],
  ['XObject', new Map([['A', 'X0']])],
]);

test.each([
  ['/A 9 Tf(/A Do)Tj\n/A Do', '/F0 9 Tf(/A Do)Tj\n/X0 Do'],
  [String.raw`(\)/A Do)Tj`, String.raw`(\)/A Do)Tj`],
  ['[(a)-3/A(b)]TJ/A Do', '[(a)-3/A(b)]TJ/X0 Do'],
  ['<2f41>Tj\n/A Do', '<2f41>Tj\n/X0 Do'],
  ['/A/A BDC\nEMC', '/A/M0 BDC\nEMC'],
  ['1/A BDC\nEMC', '1/M0 BDC\nEMC'],
  ['/A<</B/A/C[/A]>>BDC\n/A Do\nEMC', '/A<</B/A/C[/A]>>BDC\n/X0 Do\nEMC'],
  ['/A BMC\nEMC', '/A BMC\nEMC'],
  ['0.5/A scn\n/A cs', '0.5/P0 scn\n/C0 cs'],
  ['BI/BPC 8/CS/A/F/AHx/H 1/L 3/W 1 ID 41>\nEI\n/A Do', 'BI/BPC 8/CS/C0/F/AHx/H 1/L 3/W 1 ID 41>\nEI\n/X0 Do'],
  ['BI/BPC 8/CS[/I/A 1<0001>]/F/AHx/H 1/L 3/W 1 ID 41>\nEI', 'BI/BPC 8/CS[/I/C0 1<0001>]/F/AHx/H 1/L 3/W 1 ID 41>\nEI'],
  ['/#41 Do', '/X0 Do'],
  ['/B Do', '/B Do'],
])('names get other spellings where an operator takes them from resources: %s', (content, renamed) => {
  expect(latin1(renameNames(fromLatin1(content), RENAMES))).toBe(renamed);
});
