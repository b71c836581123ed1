/** Facts that matter for the safety of a document: protection, signatures and all active content. */
import { createHash } from '#platform';
import { SECURITY_FIELDS, type SecurityChange, type SecurityField } from '#engine/facts/compare.ts';
import { actionTypeOf } from '#engine/sanitize/actions.ts';
import { embeddedStreams } from '#engine/sanitize/attached-files.ts';
import { hasScript } from '#engine/sanitize/sanitizer.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, PdfString, Stream } from '#engine/pdf/syntax/objects.ts';
import { findSignatures } from '#engine/signature/find.ts';

interface SecurityFact {
  readonly value: string;
  /** The digest shows that a script or file was replaced although the count is equal. */
  readonly digest?: string;
}

export type SecurityFacts = Readonly<Record<SecurityField, SecurityFact>>;

const NONE = 'none';

/** The caller gives `signatureCount` if the signatures were removed from the document before. */
export function readSecurity(pdf: PdfDocument, signatureCount?: number): SecurityFacts {
  const { signatures, usageRights } = findSignatures(pdf);
  const active = findActive(pdf);
  return {
    AdditionalActions: { value: String(active.additionalActions) },
    EmbeddedFiles: counted(active.files),
    Encrypted: { value: String(pdf.structure.encrypted) },
    JavaScript: counted(active.scripts),
    LaunchAction: { value: String(active.launches) },
    OpenAction: { value: openAction(pdf) },
    Permissions: { value: permissions(pdf) },
    SignatureCount: { value: String(signatureCount ?? signatures.length) },
    UsageRights: { value: String(usageRights.length > 0) },
    XFA: { value: String((pdf.catalog.dict('AcroForm')?.get('XFA') ?? null) !== null) },
  };
}

interface ActiveContent {
  /** One digest for each script. */
  readonly scripts: string[];
  readonly files: string[];
  launches: number;
  additionalActions: number;
}

function findActive(pdf: PdfDocument): ActiveContent {
  const found: ActiveContent = { scripts: [], files: [], launches: 0, additionalActions: 0 };
  const files = new Set<Stream>();
  for (const container of pdf.reachable()) {
    if (!(container instanceof Dict)) continue;
    if (hasScript(container)) found.scripts.push(digestOf(pdf, container.get('JS')));
    if (actionTypeOf(container) === 'Launch') found.launches++;
    if (container.dict('AA') !== undefined) found.additionalActions++;
    for (const stream of embeddedStreams(container)) files.add(stream);
  }
  for (const file of files) found.files.push(digestOf(pdf, file));
  return found;
}

function digestOf(pdf: PdfDocument, object: unknown): string {
  const hash = createHash('sha256');
  if (object instanceof PdfString) hash.update(object.bytes);
  if (object instanceof Stream) {
    const { bytes, remaining } = pdf.decode(object);
    hash.update(remaining.map(({ name }) => `/${name}`).join('')).update(bytes);
  }
  return hash.digest('hex');
}

function counted(digests: readonly string[]): SecurityFact {
  const digest = createHash('sha256').update(digests.toSorted().join('\n')).digest('hex');
  return { value: String(digests.length), digest };
}

/** The type of the action. A destination counts as a GoTo action. */
function openAction(pdf: PdfDocument): string {
  const action = pdf.catalog.get('OpenAction');
  if (action === null) return NONE;
  const type = action instanceof Dict ? (action.name('S') ?? '') : 'GoTo';
  return /^\w{1,40}$/.test(type) ? type : 'unknown';
}

/** Table 22: the bit positions minus one. */
const PERMISSIONS: readonly (readonly [bit: number, name: string])[] = [
  [2, 'print'],
  [3, 'modify'],
  [4, 'copy'],
  [5, 'annotate'],
  [8, 'fillForms'],
  [9, 'extractForAccessibility'],
  [10, 'assemble'],
  [11, 'printHighQuality'],
];

/** The permissions that the owner grants. */
function permissions({ structure }: PdfDocument): string {
  if (!structure.encrypted) return 'all';
  const trailer = structure.sections.find((section) => section.trailer.has('Encrypt'))?.trailer;
  const flags = trailer?.dict('Encrypt')?.number('P');
  if (flags === undefined) return 'unknown';
  const granted = PERMISSIONS.filter(([bit]) => ((flags | 0) & (1 << bit)) !== 0).map(([, name]) => name);
  if (granted.length === PERMISSIONS.length) return 'all';
  return granted.join(', ') || NONE;
}

export function compareSecurity(before: SecurityFacts, after: SecurityFacts): SecurityChange[] {
  return SECURITY_FIELDS.flatMap((field) => {
    const [x, y] = [before[field], after[field]];
    if (x.value !== y.value) return [{ field, oldValue: x.value, newValue: y.value }];
    if (x.digest === y.digest) return [];
    return [{ field, oldValue: withDigest(x), newValue: withDigest(y) }];
  });
}

/** The text shows that the count is equal and the content differs. */
function withDigest({ value, digest = '' }: SecurityFact): string {
  return `${value} (sha256 ${digest.slice(0, 16)})`;
}

/** A growth of these fields is a warning, because they count active content. */
const ACTIVE: ReadonlySet<SecurityField> = new Set<SecurityField>([
  'AdditionalActions',
  'EmbeddedFiles',
  'JavaScript',
  'LaunchAction',
]);

/** Whether active content was added or a signature was removed. */
export function isGrave({ field, oldValue, newValue }: SecurityChange): boolean {
  if (field === 'SignatureCount') return Number(newValue) < Number(oldValue);
  if (field === 'XFA') return newValue === 'true';
  if (field === 'OpenAction') return newValue !== NONE && newValue !== 'GoTo';
  return ACTIVE.has(field) && Number.parseInt(newValue, 10) >= Number.parseInt(oldValue, 10);
}
