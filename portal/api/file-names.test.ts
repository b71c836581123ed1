import { describe, expect, it } from 'vitest';
import { safeFileName, uniqueNames, withExtension } from './file-names.ts';

describe('the name of a file', () => {
  it('leads nowhere and hides nothing', () => {
    expect(safeFileName('../../etc/passwd')).toBe('_.._etc_passwd');
    expect(safeFileName('invoice\u202Efdp.exe')).toBe('invoice_fdp.exe');
    expect(safeFileName('C:\\a\u0000b?.pdf')).toBe('C__a_b_.pdf');
    expect(safeFileName(' .. ')).toBe('document');
    expect(safeFileName('nul.pdf')).toBe('_nul.pdf');
  });

  it('stays what it is where it is harmless', () => {
    expect(safeFileName('Größe – 契約 (2).pdf')).toBe('Größe – 契約 (2).pdf');
  });

  it('keeps its extension when it is cut, and no half of a character', () => {
    const long = safeFileName(`${'a'.repeat(115)}😀😀.pdf`);
    expect(long.length).toBeLessThanOrEqual(120);
    expect(long.endsWith('.pdf')).toBe(true);
    expect(long.isWellFormed()).toBe(true);
  });

  it('gets an extension once', () => {
    expect(withExtension('a.PDF', 'pdf')).toBe('a.pdf');
    expect(withExtension('a', 'pdf')).toBe('a.pdf');
    expect(withExtension('.pdf', 'pdf')).toBe('document.pdf');
    expect(withExtension('b'.repeat(300), 'pdf')).toBe(`${'b'.repeat(116)}.pdf`);
  });

  it('is given out once', () => {
    const unique = uniqueNames();
    expect(['a.pdf', 'A.pdf', 'a.pdf', 'a (2).pdf', 'b'].map(unique)).toEqual([
      'a.pdf',
      'A (2).pdf',
      'a (3).pdf',
      'a (2) (2).pdf',
      'b',
    ]);
  });
});
