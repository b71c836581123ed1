/** Clause 10: the metadata of the document, from XMP packets in many spellings and from the information dictionary. */
import { document, type Objects } from '#tools/generate/vectors/document.ts';
import { type Group, group, groupOfFiles, groups } from '#tools/generate/vectors/vector.ts';

const RDF = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"';
const NAMES =
  'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"';

const packet = (properties: string, attributes = ''): string =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ${RDF}><rdf:Description rdf:about="" ${NAMES}${attributes}>${properties}</rdf:Description></rdf:RDF></x:xmpmeta>`;

function described(
  xmp: string | undefined,
  info = '',
  more: { readonly catalog?: string; readonly page?: string; readonly objects?: Objects; readonly dict?: string } = {},
): Uint8Array {
  return document({
    catalog: `${xmp === undefined ? '' : '/Metadata 20 0 R'}${more.catalog ?? ''}`,
    page: more.page ?? '',
    trailer: `/Root 1 0 R${info === '' ? '' : '/Info 21 0 R'}`,
    objects: {
      ...(xmp !== undefined && { 20: { dict: more.dict ?? '/Type/Metadata/Subtype/XML', stream: Buffer.from(xmp) } }),
      ...(info !== '' && { 21: `<<${info}>>` }),
      ...more.objects,
    },
  });
}

const alt = (name: string, ...items: readonly string[]): string =>
  `<dc:${name}><rdf:Alt>${items.map((item) => `<rdf:li xml:lang="${item.split('=')[0]}">${item.split('=')[1]}</rdf:li>`).join('')}</rdf:Alt></dc:${name}>`;
const list = (name: string, form: string, ...items: readonly string[]): string =>
  `<dc:${name}><rdf:${form}>${items.map((item) => `<rdf:li>${item}</rdf:li>`).join('')}</rdf:${form}></dc:${name}>`;
const title = alt('title', 'x-default=The title');

const schema = (uri: string, prefix: string): string =>
  `<pdfaExtension:schemas xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"><rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>Mine</pdfaSchema:schema><pdfaSchema:namespaceURI>${uri}</pdfaSchema:namespaceURI><pdfaSchema:prefix>${prefix}</pdfaSchema:prefix></rdf:li></rdf:Bag></pdfaExtension:schemas>`;

export function metadataGroups(): Group[] {
  const claim = (part: string, conformance = ''): string => `<pdfaid:part>${part}</pdfaid:part>${conformance}`;
  const level = (text: string): string => `<pdfaid:conformance>${text}</pdfaid:conformance>`;
  return [
    groupOfFiles('10.1', 'The metadata stream', described(packet(title)), {
      '= The packet is filtered.': described(`${Buffer.from(packet(title)).toString('hex')}>`, '', {
        dict: '/Type/Metadata/Subtype/XML/Filter/ASCIIHexDecode',
      }),
      '= A page has metadata too.': described(packet(title), '', {
        page: '/Metadata 30 0 R',
        objects: { 30: { dict: '/Type/Metadata/Subtype/XML', stream: packet(alt('title', 'x-default=Other')) } },
      }),
      '≠ No metadata.': described(undefined),
      '≠ A packet that is not well formed.': described(packet(`${title}<dc:x>`)),
    }),
    groupOfFiles(
      '10.2',
      'The spelling of a packet',
      described(packet(`${title}<pdf:Keywords>one &amp; two</pdf:Keywords>`)),
      {
        '= A header and a trailer.': described(
          `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n${packet(`${title}<pdf:Keywords>one &amp; two</pdf:Keywords>`)}\n${' '.repeat(99)}\n<?xpacket end="w"?>`,
        ),
        '= Another order.': described(packet(`<pdf:Keywords>one &amp; two</pdf:Keywords>${title}`)),
        '= A property as an attribute.': described(packet(title, ' pdf:Keywords="one &amp; two"')),
        '= Two descriptions.': described(
          `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ${RDF}><rdf:Description rdf:about="" ${NAMES}>${title}</rdf:Description><rdf:Description rdf:about="" xmlns:p="http://ns.adobe.com/pdf/1.3/"><p:Keywords>one &#38; two</p:Keywords></rdf:Description></rdf:RDF></x:xmpmeta>`,
        ),
        '= A section of CDATA.': described(packet(`${title}<pdf:Keywords><![CDATA[one & two]]></pdf:Keywords>`)),
        '= A comment.': described(packet(`${title}<!-- a comment --><pdf:Keywords>one &amp; two</pdf:Keywords>`)),
        '= No root around RDF.': described(
          `<rdf:RDF ${RDF}><rdf:Description ${NAMES}>${title}<pdf:Keywords>one &amp; two</pdf:Keywords></rdf:Description></rdf:RDF>`,
        ),
        '= White space around the text.': described(packet(`${title}<pdf:Keywords>\n  one &amp; two\n</pdf:Keywords>`)),
        '≠ Other keywords.': described(packet(`${title}<pdf:Keywords>one &lt; two</pdf:Keywords>`)),
      },
    ),
    groupOfFiles('10.3', 'Dates and programs', described(packet(title)), {
      '= Dates in XMP.': described(
        packet(
          `${title}<xmp:CreateDate>2020-01-01</xmp:CreateDate><xmp:ModifyDate>2021-01-01T00:00:00Z</xmp:ModifyDate><xmp:MetadataDate>2021-01-01</xmp:MetadataDate>`,
        ),
      ),
      '= Programs in XMP.': described(
        packet(`${title}<xmp:CreatorTool>Writer</xmp:CreatorTool><pdf:Producer>Printer</pdf:Producer>`),
      ),
      '= Dates and programs in the information dictionary.': described(
        packet(title),
        '/CreationDate(D:20200101)/ModDate(D:20210101)/Creator(Writer)/Producer(Printer)',
      ),
      '= Identifiers and history.': described(
        packet(`${title}<xmpMM:DocumentID xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/">uuid:1</xmpMM:DocumentID>`),
      ),
      '= A private property.': described(packet(`${title}<my:own xmlns:my="http://example.org/">x</my:own>`)),
      '= The format.': described(packet(`${title}<dc:format>application/pdf</dc:format>`)),
      '= A private key of the information dictionary.': described(packet(title), '/Mine(x)/Trapped/False'),
      '≠ Another title.': described(packet(alt('title', 'x-default=Another title'))),
    }),
    ...['title', 'description', 'rights'].map((name) =>
      groupOfFiles(
        '10.3',
        `Text by language: ${name}`,
        described(packet(alt(name, 'x-default=One', 'de=Eins', 'fr=Un'))),
        {
          '= Another order.': described(packet(alt(name, 'fr=Un', 'x-default=One', 'de=Eins'))),
          '= Languages in capitals.': described(packet(alt(name, 'x-default=One', 'DE=Eins', 'FR=Un'))),
          '= A language that stands twice: the first counts.': described(
            packet(alt(name, 'x-default=One', 'de=Eins', 'fr=Un', 'de=Zwei')),
          ),
          '≠ Another translation.': described(packet(alt(name, 'x-default=One', 'de=Zwei', 'fr=Un'))),
          '≠ One language.': described(packet(alt(name, 'x-default=One'))),
        },
      ),
    ),
    groupOfFiles('10.3', 'A title without a default', described(packet(alt('title', 'x-default=Eins', 'fr=Un'))), {
      '= The first item is it.': described(
        packet(`<dc:title><rdf:Alt><rdf:li>Eins</rdf:li><rdf:li xml:lang="fr">Un</rdf:li></rdf:Alt></dc:title>`),
      ),
    }),
    groupOfFiles('10.3', 'Authors', described(packet(list('creator', 'Seq', 'One', 'Two'))), {
      '= A bag.': described(packet(list('creator', 'Bag', 'One', 'Two'))),
      '= An empty item.': described(packet(list('creator', 'Seq', 'One', ' ', 'Two'))),
      '≠ Another order.': described(packet(list('creator', 'Seq', 'Two', 'One'))),
    }),
    groupOfFiles('10.3', 'Subjects', described(packet(list('subject', 'Bag', 'one', 'two'))), {
      '= Another order.': described(packet(list('subject', 'Bag', 'two', 'one'))),
      '= An item that stands twice.': described(packet(list('subject', 'Seq', 'two', 'one', 'two'))),
      '≠ One subject.': described(packet(list('subject', 'Bag', 'one'))),
    }),
    groupOfFiles('10.3', 'Languages', described(packet(list('language', 'Bag', 'de', 'en'))), {
      '= Another order.': described(packet(list('language', 'Bag', 'en', 'de', 'en'))),
      '≠ One language.': described(packet(list('language', 'Bag', 'en'))),
    }),
    groupOfFiles('10.3', 'Keywords', described(packet('<pdf:Keywords>a, b</pdf:Keywords>')), {
      '= Of the information dictionary.': described(undefined, '/Keywords(a, b)'),
      '= Both: XMP counts.': described(packet('<pdf:Keywords>a, b</pdf:Keywords>'), '/Keywords(c)'),
      '≠ Others.': described(packet('<pdf:Keywords>a; b</pdf:Keywords>')),
      '≠ The subjects.': described(packet(list('subject', 'Bag', 'a', 'b'))),
    }),
    groupOfFiles(
      '10.4',
      'The information dictionary alone',
      described(undefined, '/Title(The title)/Author(One)/Subject(What)/Keywords(a)'),
      {
        '= XMP alone.': described(
          packet(
            `${title}${list('creator', 'Seq', 'One')}${alt('description', 'x-default=What')}<pdf:Keywords>a</pdf:Keywords>`,
          ),
        ),
        '= Both.': described(
          packet(
            `${title}${list('creator', 'Seq', 'One')}${alt('description', 'x-default=What')}<pdf:Keywords>a</pdf:Keywords>`,
          ),
          '/Title(The title)/Author(One)/Subject(What)/Keywords(a)',
        ),
        '= Both, and they differ: XMP counts.': described(
          packet(
            `${title}${list('creator', 'Seq', 'One')}${alt('description', 'x-default=What')}<pdf:Keywords>a</pdf:Keywords>`,
          ),
          '/Title(Other)/Author(Two)/Subject(Which)/Keywords(b)',
        ),
        '= Each has a half.': described(
          packet(`${title}${list('creator', 'Seq', 'One')}`),
          '/Subject(What)/Keywords(a)',
        ),
        '= UTF-16.': described(
          undefined,
          '/Title<feff0054006800650020007400690074006c0065>/Author(One)/Subject(What)/Keywords(a)',
        ),
        '≠ No title.': described(undefined, '/Author(One)/Subject(What)/Keywords(a)'),
      },
    ),
    groupOfFiles('10.4', 'Several authors', described(packet(list('creator', 'Seq', 'One', 'Two'))), {
      '≠ One author with both names.': described(undefined, '/Author(One; Two)'),
    }),
    groupOfFiles(
      '10.4',
      'Several authors in PDF/A-1',
      described(packet(`${list('creator', 'Seq', 'One', 'Two')}${claim('1', level('B'))}`)),
      { '≠ One author.': described(packet(`${list('creator', 'Seq', 'One')}${claim('1', level('B'))}`)) },
    ),
    groupOfFiles('10.4', 'PDF/A-4 has no information dictionary', described(packet(`${title}${claim('4')}`)), {
      '= The original has one.': described(packet(`${title}${claim('4')}`), '/Title(Other)/CreationDate(D:2020)'),
    }),
    ...groups((text) => described(packet(`<pdf:Keywords>${text}</pdf:Keywords>`)))`
      # 10.5 Texts of the metadata
        caf\u00e9 one
        = NFC. :: cafe\u0301 one
        = White space at both ends. :: \x20caf\u00e9 one\x20
        = A control character. :: caf\u00e9\u0080 one
        = A character reference. :: caf&#xe9; one
        = A tab and a line feed. :: \tcaf\u00e9 one\n
        ≠ caf\u00e9  one ¦ cafe one ¦ caf\u00e9\none
    `,
    ...groups((properties) => described(packet(properties)))`
      # 10.6 Claims of PDF/A
        ${claim('2', level('B'))}
        = ${claim(' 2 ', level('b'))} ¦ ${level('B')}${claim('2')} ¦ ${claim('2', `${level('B')}<pdfaid:other>x</pdfaid:other>`)}
        ≠ ∅ ¦ ${claim('2', level('U'))} ¦ ${claim('3', level('B'))} ¦ ${claim('2', `${level('B')}<pdfaid:amd>2005</pdfaid:amd>`)}
      # 10.6 Claims that do not exist
        ∅
        = ${claim('9', level('B'))} ¦ ${claim('2')} ¦ ${claim('1', level('U'))} ¦ ${level('B')}
        = ${claim('2', `${level('B')}${level('A')}`)} ¦ ${claim('four')}
    `,
    ...['1A', '1B', '2A', '2B', '2U', '3A', '3B', '3U', '4', '4E', '4F'].map((name) =>
      group('10.6', `PDF/A-${name.toLowerCase()}`, (properties) => described(packet(properties)), {
        base: claim(name.slice(0, 1), name.length > 1 ? level(name.slice(1)) : ''),
        same: [claim(` ${name.slice(0, 1)}`, name.length > 1 ? level(name.slice(1).toLowerCase()) : '')],
        different: [''],
      }),
    ),
    ...groups((properties) => described(packet(properties)))`
      # 10.6 Claims of PDF/UA
        <pdfuaid:part>1</pdfuaid:part>
        = <pdfuaid:part> 1 </pdfuaid:part> ¦ <pdfuaid:part>1</pdfuaid:part><pdfuaid:other>x</pdfuaid:other>
        ≠ ∅ ¦ <pdfuaid:part>2</pdfuaid:part> ¦ <pdfuaid:part>1</pdfuaid:part><pdfuaid:rev>2024</pdfuaid:rev>
    `,
    groupOfFiles(
      '10.7',
      'An extension schema in use',
      described(packet(`${schema('urn:mine#', 'my')}<my:own xmlns:my="urn:mine#">x</my:own>`)),
      {
        '= Another prefix in the packet.': described(
          packet(`${schema('urn:mine#', 'my')}<other:own xmlns:other="urn:mine#">x</other:own>`),
        ),
        '= Another order.': described(packet(`<my:own xmlns:my="urn:mine#">x</my:own>${schema('urn:mine#', 'my')}`)),
        '≠ The schema is not in use.': described(packet(schema('urn:mine#', 'my'))),
        '≠ No schema.': described(packet('<my:own xmlns:my="urn:mine#">x</my:own>')),
        '≠ Another prefix in the schema.': described(
          packet(`${schema('urn:mine#', 'mine')}<my:own xmlns:my="urn:mine#">x</my:own>`),
        ),
      },
    ),
    groupOfFiles('10.7', 'Schemas that go', described(packet(title)), {
      '= A schema that no property uses.': described(packet(`${title}${schema('urn:mine#', 'my')}`)),
      '= A schema of a program.': described(
        packet(
          `${title}${schema('http://ns.adobe.com/mine/', 'my')}<my:own xmlns:my="http://ns.adobe.com/mine/">x</my:own>`,
        ),
      ),
      '= The schema of an invoice that is not there.': described(
        packet(
          `${title}${schema('urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#', 'fx')}<fx:DocumentFileName xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#">factur-x.xml</fx:DocumentFileName>`,
        ),
      ),
    }),
  ];
}
