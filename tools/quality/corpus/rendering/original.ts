/** Peculiarities of an original that viewers draw in different ways. */
import { readFileSync } from 'node:fs';
import { Dict, Stream } from '#engine/pdf/syntax/objects.ts';
import { openDocument } from '#engine/pdf/read/open.ts';

export type Peculiarity =
  | 'attached file without an appearance'
  | 'empty signature field'
  | 'field without an appearance'
  | 'media without an appearance';

const MEDIA: ReadonlySet<string> = new Set(['3D', 'Movie', 'RichMedia', 'Screen', 'Sound']);

/** Returns the peculiarities of each page in order. */
export function peculiaritiesOf(path: string): ReadonlySet<Peculiarity>[] {
  const pdf = openDocument(new Uint8Array(readFileSync(path)));
  return pdf.pages.map(({ dict }) => {
    const annotations = (dict.array('Annots') ?? []).map((item) => pdf.resolve(item));
    return new Set(annotations.flatMap((item) => (item instanceof Dict ? (peculiarityOf(item) ?? []) : [])));
  });
}

function peculiarityOf(annotation: Dict): Peculiarity | undefined {
  const subtype = annotation.name('Subtype') ?? '';
  const normal = annotation.dict('AP')?.get('N');
  const hasAppearance = normal instanceof Stream || normal instanceof Dict;
  if (subtype === 'FileAttachment' && !hasAppearance) return 'attached file without an appearance';
  if (MEDIA.has(subtype) && !hasAppearance) return 'media without an appearance';
  if (subtype !== 'Widget') return undefined;
  if (nameAbove(annotation, 'FT') === 'Sig' && !annotation.has('V')) return 'empty signature field';
  return hasAppearance ? undefined : 'field without an appearance';
}

/** An inheritable entry. A field that is its own ancestor has none. */
function nameAbove(field: Dict, key: string): string | undefined {
  const seen = new Set<Dict>();
  for (let node: Dict | undefined = field; node && !seen.has(node); node = node.dict('Parent')) {
    seen.add(node);
    const value = node.name(key);
    if (value !== undefined) return value;
  }
  return undefined;
}
