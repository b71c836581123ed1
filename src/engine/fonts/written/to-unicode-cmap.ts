/** Writes a ToUnicode CMap of single-byte codes (ISO 32000-2, 9.10.3). */

/** The greatest number of entries of a block (Adobe Technical Note 5014, 6.2). */
const MAX_BLOCK = 100;

export function toUnicodeCMap(texts: ReadonlyMap<number, string>): string {
  const rows = [...texts].map(
    ([code, text]) => `<${hex(code, 2)}> <${[...utf16(text)].map((unit) => hex(unit, 4)).join('')}>`,
  );
  const blocks = Array.from({ length: Math.ceil(rows.length / MAX_BLOCK) }, (_, index) =>
    rows.slice(index * MAX_BLOCK, (index + 1) * MAX_BLOCK),
  );
  return [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    '/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def',
    '/CMapName /Adobe-Identity-UCS def',
    '/CMapType 2 def',
    '1 begincodespacerange',
    '<00> <FF>',
    'endcodespacerange',
    ...blocks.flatMap((block) => [`${block.length} beginbfchar`, ...block, 'endbfchar']),
    'endcmap',
    'CMapName currentdict /CMap defineresource pop',
    'end',
    'end',
    '',
  ].join('\n');
}

function* utf16(text: string): Iterable<number> {
  for (let at = 0; at < text.length; at++) yield text.charCodeAt(at);
}

function hex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0');
}
