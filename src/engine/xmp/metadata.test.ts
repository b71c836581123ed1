import fc from 'fast-check';
import { expect, test } from 'vitest';
import { metadataPacket, readMetadata } from './metadata.ts';
import { readXmp, type XmpProperties, type XmpValue } from './packet.ts';
import { DC, expandedName, PDF, PDFA_ID, PDFUA_ID } from './names.ts';
import { writeXmp } from './serialize.ts';

const rdf = (description: string, namespaces = '') => `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"
 xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
 xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"${namespaces}>
<rdf:Description rdf:about="">${description}</rdf:Description></rdf:RDF>`;

function parse(packet: string | Uint8Array): XmpProperties {
  const properties = readXmp(Buffer.from(packet));
  if (properties === undefined) throw new Error('The packet cannot be read.');
  return properties;
}

const canonical = (packet: string | Uint8Array, hasInvoice = false) =>
  Buffer.from(metadataPacket(readMetadata(parse(packet), undefined, hasInvoice))).toString();

const schema = (uri: string, prefix: string) =>
  `<rdf:li rdf:parseType="Resource"><pdfaSchema:namespaceURI>${uri}</pdfaSchema:namespaceURI><pdfaSchema:prefix>${prefix}</pdfaSchema:prefix></rdf:li>`;
const described = (...schemas: string[]) =>
  `<pdfaExtension:schemas><rdf:Bag>${schemas.join('')}</rdf:Bag></pdfaExtension:schemas>`;

test('the canonical packet has one shape, whatever the order and syntax of the input', () => {
  const one = '<dc:creator><rdf:Seq><rdf:li>A</rdf:li></rdf:Seq></dc:creator><dc:title>T</dc:title>';
  const other =
    '<dc:title><rdf:Alt><rdf:li xml:lang="x-default"> T\n</rdf:li></rdf:Alt></dc:title><dc:creator>A</dc:creator>';
  expect(canonical(rdf(one))).toBe(canonical(rdf(other)));
  expect(canonical(rdf(one))).toMatchInlineSnapshot(`
    "<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/">
    <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about=""
     xmlns:dc="http://purl.org/dc/elements/1.1/"
     xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
     xmlns:xmp="http://ns.adobe.com/xap/1.0/">
    <dc:creator><rdf:Seq><rdf:li>A</rdf:li></rdf:Seq></dc:creator>
    <dc:title><rdf:Alt><rdf:li xml:lang="x-default">T</rdf:li></rdf:Alt></dc:title>
    <pdf:Producer>Fixpoint norm-3</pdf:Producer>
    <xmp:CreateDate>1970-01-01T00:00:00Z</xmp:CreateDate>
    <xmp:ModifyDate>1970-01-01T00:00:00Z</xmp:ModifyDate>
    </rdf:Description>
    </rdf:RDF>
    </x:xmpmeta>
    <?xpacket end="r"?>
    "
  `);
});

test('a PDF/A claim is written as the standard spells it, and not at all when no such level exists', () => {
  const written = canonical(rdf('<pdfaid:part> 2 </pdfaid:part><pdfaid:conformance>b</pdfaid:conformance>'));
  expect(written).toContain('<pdfaid:conformance>B</pdfaid:conformance>\n<pdfaid:part>2</pdfaid:part>');
  expect(canonical(rdf('<pdfaid:part>7</pdfaid:part>'))).not.toContain('pdfaid');
});

test('an extension schema survives with the properties it describes, and no other custom property does', () => {
  const schemas = described(
    schema('urn:own', 'own'),
    schema('http://ns.adobe.com/xap/1.0/mm/', 'xmpMM'),
    schema('urn:unused', 'u'),
  );
  const own = ' xmlns:own="urn:own"';
  const properties = '<own:Version>1.0</own:Version><xmpMM:DocumentID>uuid:1</xmpMM:DocumentID>';
  const written = canonical(rdf(schemas + properties, own));
  expect(written).toContain('<own:Version>1.0</own:Version>');
  expect(written).not.toMatch(/DocumentID|urn:unused|ns\.adobe\.com\/xap\/1\.0\/mm/);
  expect(canonical(written)).toBe(written);
});

test.each([
  'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#',
  'urn:factur-x:pdfa:CrossIndustryDocument:1p0#',
  'urn:zugferd:pdfa:CrossIndustryDocument:invoice:2p0#',
  'urn:ferd:pdfa:CrossIndustryDocument:invoice:1p0#',
  'urn:ferd:pdfa:invoice:rc#',
  'urn:a-standard-to-come#',
])('the schema %s goes with its description when there is no invoice, and stays with it', (uri) => {
  const properties = '<i:DocumentFileName>a.xml</i:DocumentFileName><i:DocumentType>INVOICE</i:DocumentType>';
  const packet = rdf(
    described(schema(uri, 'i'), schema('urn:own', 'own')) + `${properties}<own:a>b</own:a>`,
    ` xmlns:i="${uri}" xmlns:own="urn:own"`,
  );
  const without = canonical(packet);
  expect(without).not.toMatch(/a\.xml|Document|urn:[fza]/);
  expect(without).toContain('<own:a>b</own:a>');
  const kept = canonical(packet, true);
  expect(kept).toContain('<i:DocumentFileName>a.xml</i:DocumentFileName>');
  expect(canonical(kept, true)).toBe(kept);
});

test('where no default language is given, the first text becomes the default', () => {
  const alternatives = '<rdf:li xml:lang="fr">Bonjour</rdf:li><rdf:li xml:lang="de">Hallo</rdf:li>';
  const { title } = readMetadata(parse(rdf(`<dc:title><rdf:Alt>${alternatives}</rdf:Alt></dc:title>`)), undefined);
  expect([...title]).toEqual([
    ['x-default', 'Bonjour'],
    ['de', 'Hallo'],
    ['fr', 'Bonjour'],
  ]);
});

const text = fc.record({
  kind: fc.constant('text' as const),
  text: fc.string({ unit: 'binary' }),
  language: fc.constantFrom(null, 'x-default', 'en', 'de-ch'),
});
const form = fc.constantFrom('Alt' as const, 'Bag' as const, 'Seq' as const);
const array = fc.record({ kind: fc.constant('array' as const), form, items: fc.array(text) });
const value: fc.Arbitrary<XmpValue> = fc.oneof(text, array);
const names = [
  ...['title', 'description', 'rights', 'creator', 'subject', 'language'].map((name) => expandedName(DC, name)),
  expandedName(PDF, 'Keywords'),
  expandedName(PDFA_ID, 'rev'),
  expandedName(PDFUA_ID, 'part'),
  expandedName('urn:custom', 'thing'),
];

test('any metadata: reading what was written and writing it again changes nothing', () => {
  const properties = fc.uniqueArray(fc.tuple(fc.constantFrom(...names), value), { selector: ([name]) => name });
  fc.assert(
    fc.property(properties, (entries) => {
      const once = canonical(writeXmp(new Map(entries)));
      return canonical(once) === once;
    }),
  );
});

test('metadata larger than any limit is cut to what can be read again', () => {
  const items = Array.from(
    { length: 3000 },
    (_, index) => `<rdf:li xml:lang="l${index}">${'&lt;'.repeat(40)}${index}</rdf:li>`,
  );
  const fields = ['title', 'description', 'rights', 'creator', 'subject', 'language'];
  const huge = fields.map((name) => `<dc:${name}><rdf:Alt>${items.join('')}</rdf:Alt></dc:${name}>`);
  const once = canonical(rdf(huge.join('')));
  expect(once.length).toBeLessThan(2 * 1024 * 1024);
  expect(canonical(once)).toBe(once);
});
