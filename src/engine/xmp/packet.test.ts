import { expect, test } from 'vitest';
import { DC, expandedName } from './names.ts';
import { MAX_PACKET_BYTES, readXmp, type XmpValue } from './packet.ts';

const RDF_OPEN =
  '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/">';
const HEADER = '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d" bytes="1234" encoding="UTF-8"?>';
const TITLE = expandedName(DC, 'title');

function packet(description: string): string {
  return `${HEADER}<x:xmpmeta xmlns:x="adobe:ns:meta/">${RDF_OPEN}${description}</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
}

function read(description: string) {
  return readXmp(Buffer.from(packet(description)));
}

const plain = (text: string): XmpValue => ({ kind: 'text', text, language: null });
const TITLED = '<rdf:Description rdf:about="" dc:title="Ünï"/>';

test('reads a property alike as attribute, as element and with any prefix', () => {
  const other = '<rdf:Description xmlns:q="http://purl.org/dc/elements/1.1/"><q:title>T</q:title></rdf:Description>';
  const forms = ['<rdf:Description dc:title="T"/>', '<rdf:Description><dc:title>T</dc:title></rdf:Description>', other];
  for (const form of forms) expect(read(form)?.get(TITLE)).toEqual([plain('T')]);
});

test('reads arrays with languages and structures in each syntax', () => {
  const alt = '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">T</rdf:li></rdf:Alt></dc:title>';
  expect(read(`<rdf:Description>${alt}</rdf:Description>`)?.get(TITLE)).toEqual([
    { kind: 'array', form: 'Alt', items: [{ kind: 'text', text: 'T', language: 'x-default' }] },
  ]);
  const fields = '<dc:type>V</dc:type>';
  const structures = [
    `<dc:title rdf:parseType="Resource">${fields}</dc:title>`,
    `<dc:title><rdf:Description>${fields}</rdf:Description></dc:title>`,
    '<dc:title dc:type="V"/>',
  ];
  for (const structure of structures) {
    const value = { kind: 'struct', fields: new Map([[expandedName(DC, 'type'), plain('V')]]) };
    expect(read(`<rdf:Description>${structure}</rdf:Description>`)?.get(TITLE)).toEqual([value]);
  }
});

test('keeps every value of a property that is given twice', () => {
  expect(read('<rdf:Description dc:title="A"/><rdf:Description dc:title="B"/>')?.get(TITLE)).toEqual([
    plain('A'),
    plain('B'),
  ]);
});

test.each([
  ['UTF-8', Buffer.from(packet(TITLED))],
  ['UTF-8 with mark', Buffer.from(`\ufeff${packet(TITLED)}`)],
  ['UTF-16LE', Buffer.from(packet(TITLED), 'utf16le')],
  ['UTF-16BE with mark', Buffer.from(`\ufeff${packet(TITLED)}`, 'utf16le').swap16()],
  ['UTF-32BE', utf32(packet(TITLED), 'BE')],
  ['UTF-32LE with mark', utf32(`\ufeff${packet(TITLED)}`, 'LE')],
])('reads %s', (_name, bytes) => {
  expect(readXmp(bytes)?.get(TITLE)).toEqual([plain('Ünï')]);
});

test('what stands around the packet is no matter: zeros, a damaged header, padding', () => {
  const damaged = packet(TITLED).replace('\ufeff', '\0').replace('<?xpacket end', '\0 <?xpacket end');
  expect(readXmp(Buffer.from(`${damaged}\n\0\0`))?.get(TITLE)).toEqual([plain('Ünï')]);
});

test.each([
  ['a document type', `<!DOCTYPE r [<!ENTITY a "aaaa">]>${RDF_OPEN}<rdf:Description dc:title="&a;"/></rdf:RDF>`],
  ['an undefined entity', packet('<rdf:Description dc:title="&nbsp;"/>')],
  ['an entity named like a method of objects', packet('<rdf:Description dc:title="&constructor;"/>')],
  ['an unclosed element', packet('<rdf:Description>')],
  ['an unbound prefix', packet('<rdf:Description no:title="T"/>')],
  ['no RDF', '<root/>'],
  ['nothing', ''],
  ['elements nested too deep', packet('<rdf:Description>'.repeat(1000) + '</rdf:Description>'.repeat(1000))],
  ['too many bytes', packet(' '.repeat(MAX_PACKET_BYTES))],
])('refuses %s', (_name, text) => {
  expect(readXmp(Buffer.from(text))).toBeUndefined();
});

test('refuses ill-formed UTF-8', () => {
  expect(readXmp(Buffer.from(packet(TITLED), 'latin1'))).toBeUndefined();
});

function utf32(text: string, order: 'BE' | 'LE'): Buffer {
  const points = [...text].map((character) => character.codePointAt(0) ?? 0);
  const bytes = Buffer.alloc(points.length * 4);
  for (const [index, point] of points.entries()) bytes[`writeUInt32${order}`](point, index * 4);
  return bytes;
}
