/**
 * Recognises the one allowed embedded file in a written file: by its hash, by its canonical form, and as the only one.
 * Like the search for residue, this module shares no rule with the writer.
 */
import { createHash } from '#platform';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, PdfString, Stream } from '#engine/pdf/syntax/objects.ts';

export interface KeptFile {
  readonly specification: Dict;
  readonly stream: Stream;
}

/** Undefined unless the catalog and the name tree lead to this file and to no other. */
export function findKeptFile(pdf: PdfDocument, sha256: string): KeptFile | undefined {
  const specification = onlyAssociated(pdf);
  const files = specification?.dict('EF');
  const stream = files?.get('F');
  if (!specification || !files || !(stream instanceof Stream) || specification !== onlyNamed(pdf)) return undefined;
  const isAlone =
    files.get('UF') === stream &&
    hasOnly(files, ['F', 'UF']) &&
    hasOnly(specification, ['AFRelationship', 'EF', 'F', 'Type', 'UF']) &&
    hasOnly(stream.dict, ['DecodeParms', 'Filter', 'Length', 'Params', 'Subtype', 'Type']);
  return isAlone && hashOf(pdf, stream) === sha256 ? { specification, stream } : undefined;
}

function onlyAssociated(pdf: PdfDocument): Dict | undefined {
  const [item = null, ...others] = pdf.catalog.array('AF') ?? [];
  const file = pdf.resolve(item);
  return file instanceof Dict && others.length === 0 ? file : undefined;
}

function onlyNamed(pdf: PdfDocument): Dict | undefined {
  const tree = pdf.catalog.dict('Names')?.dict('EmbeddedFiles');
  const [name = null, item = null, ...others] = tree?.array('Names') ?? [];
  const file = pdf.resolve(item);
  const isOnly = tree !== undefined && hasOnly(tree, ['Names']) && others.length === 0;
  return isOnly && file instanceof Dict && pdf.resolve(name) instanceof PdfString ? file : undefined;
}

function hasOnly(dict: Dict, keys: readonly string[]): boolean {
  return dict.keys().every((key) => keys.includes(key));
}

function hashOf(pdf: PdfDocument, stream: Stream): string {
  return createHash('sha256')
    .update(pdf.bytesOf(stream) ?? new Uint8Array())
    .digest('hex');
}
