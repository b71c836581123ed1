/**
 * An attestation as a page to print and to file. It says nothing that the attestation does not: the same attestation is
 * the same page, byte for byte, whoever prints it and when.
 */
import { encode } from 'uqr';
import { type Attestation, VERIFY_PAGE_PATH } from '#domain/attestation.ts';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import { normalize } from '#engine/normalize.ts';
import { type Face, MARGIN, type Style, TaggedPage, TEXT_WIDTH } from './tagged-page.ts';
import {
  healthSentence,
  removedFiles,
  removedSentence,
  repairedSentence,
  spokenSize,
  spokenTime,
  verdictSentence,
} from './words.ts';

const TITLE = 'Certificate of normalization';
const QR_SIDE = 92;
const LABEL_WIDTH = 118;
/** More would not leave room for the rest; the attestation has them all. */
const MOST_FILES = 4;
/** Longer ones have no place on paper: the attestation has them whole. */
const MOST_CHARACTERS = 300;

const full = (face: Face, size: number): Style => ({ face, size, x: MARGIN, width: TEXT_WIDTH });
const LABEL: Style = { face: 'bold', size: 9, x: MARGIN, width: LABEL_WIDTH - 10 };
const beside = (face: Face, size: number): Style => ({
  face,
  size,
  x: MARGIN + LABEL_WIDTH,
  width: TEXT_WIDTH - LABEL_WIDTH,
});
const VALUE = beside('regular', 9);
const HASH = beside('mono', 9);

/** The page in canonical form, which is PDF/A-2b: normalized again, it is the same, so that its hash can be published. */
export async function printCertificate(attestation: Attestation): Promise<Uint8Array> {
  const { bytes, report } = await normalize(await drawCertificate(attestation), DEFAULT_OPTIONS);
  if (bytes === null) throw new Error(`The printed certificate is ${report.status}.`);
  return bytes;
}

/** As it is before it is normalized: without its fonts, which the engine embeds. */
async function drawCertificate(attestation: Attestation): Promise<Uint8Array> {
  const page = await TaggedPage.create();
  const { attestationId, issuedAt, issuer, subject, processing, findings, signature } = attestation;
  const verifyUrl = printable(issuer.url + VERIFY_PAGE_PATH);

  page.write({ tag: 'H1', text: TITLE, style: full('bold', 22) });
  page.space(2);
  page.write({ tag: 'P', text: `${printable(issuer.name)}, ${printable(issuer.url)}`, style: full('regular', 10) });
  page.space(8);
  page.rule();
  page.space(12);
  page.write({ tag: 'P', text: verdictSentence(attestation), style: full('bold', 13) });

  heading(page, 'The document');
  facts(page, [
    ['Original, SHA-256', subject.originalSha256, HASH],
    ['Original, size', spokenSize(subject.originalSizeBytes)],
    ['Normalized, SHA-256', subject.normalizedSha256, HASH],
    ['Normalized, size', spokenSize(subject.normalizedSizeBytes)],
    subject.contentHash === ''
      ? ['Text, hash', 'There is no text to extract.']
      : ['Text, SHA-256', subject.contentHash, HASH],
  ]);

  heading(page, 'What was found and done');
  facts(page, [
    ['Removed', removedSentence(findings)],
    ...filesOf(removedFiles(findings)),
    ['Repaired', repairedSentence(findings)],
    ['Health when it came', `${healthSentence(findings)}.`],
  ]);

  heading(page, 'How it was made');
  facts(page, [
    ['Signed', spokenTime(issuedAt)],
    ['Attestation', attestationId, HASH],
    ['Key', issuer.publicKeyId, HASH],
    ['Algorithm', signature.algorithm],
    ['Specification', `${processing.pipelineSpec}, engine ${processing.engineVersion}`],
  ]);

  heading(page, 'How to verify');
  const top = page.top;
  const width = TEXT_WIDTH - QR_SIDE - 20;
  const steps = [
    'This page names the proof and is not the proof: paper can be copied. The proof is the signed attestation.',
    `1. Open ${verifyUrl}, whose address is in the code beside this text.`,
    '2. Drop the PDF and its attestation there. Nothing is sent: your browser computes everything.',
    '3. Compare the hashes and the key with those above. Without a browser, sha256sum tells the hash of a file.',
  ];
  for (const text of steps) {
    page.write({ tag: 'P', text, style: { ...full('regular', 9), width } });
    page.space(3);
  }
  const end = page.top;
  const x = MARGIN + TEXT_WIDTH - QR_SIDE;
  page.figure(encode(verifyUrl, { ecc: 'M', border: 0 }).data, `QR code of ${verifyUrl}`, x, top - QR_SIDE, QR_SIDE);
  page.top = Math.min(end, top - QR_SIDE);

  return page.save({ title: TITLE, language: 'en', xmp: xmpOf(TITLE) });
}

function heading(page: TaggedPage, text: string): void {
  page.space(14);
  page.write({ tag: 'H2', text, style: full('bold', 12) });
  page.space(4);
}

type Fact = readonly [label: string, value: string, style?: Style];

function facts(page: TaggedPage, rows: readonly Fact[]): void {
  const items = rows.map(([label, value, style = VALUE]) => ({
    label: { text: label, style: LABEL },
    value: { text: printable(value), style },
  }));
  page.facts(items, 4);
}

function filesOf(files: readonly string[]): Fact[] {
  if (files.length === 0) return [];
  const shown = files.slice(0, MOST_FILES).map((file): Fact => ['Removed file', file, beside('mono', 8.5)]);
  const rest = files.length - shown.length;
  if (rest === 0) return shown;
  return [...shown, ['Removed files', `${rest} more, which the attestation lists.`]];
}

/** Attestations are ASCII. Whatever else one would hold is shown by its number, rather than not at all. */
function printable(text: string): string {
  const ascii = text.replaceAll(/[^\u0020-\u007E]/gu, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
  return ascii.length > MOST_CHARACTERS ? `${ascii.slice(0, MOST_CHARACTERS)}...` : ascii;
}

function xmpOf(title: string): string {
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
<pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${title}</rdf:li></rdf:Alt></dc:title>
<dc:language><rdf:Bag><rdf:li>en</rdf:li></rdf:Bag></dc:language>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`;
}
