/** Clause 5: the entries of dictionaries, made from a table of the entries that are known and of the values that are the default. */
import { filled } from '#tools/generate/vectors/document.ts';
import { type Group, group } from '#tools/generate/vectors/vector.ts';

/**
 * A document with `{}` in a dictionary, in the notation of `documents`. Each known entry has a value that is no default. Each entry
 * with a default has this value, which is no entry, and another one, which is one.
 */
const PLACES = `
  # 5.1 the catalog
    catalog {}
    known Lang (en) | PageLayout /OneColumn | PageMode /UseThumbs | Threads [] | Dests <</A[3 0 R/Fit]>>
    default PageLayout /SinglePage, /TwoPageLeft | PageMode /UseNone, /FullScreen
  # 5.2 the viewer preferences
    catalog /ViewerPreferences<</NumCopies 2{}>>
    known Duplex /Simplex | PickTrayByPDFSize true | PrintPageRange [1 1] | Enforce [/PrintScaling]
    default CenterWindow false, true | DisplayDocTitle false, true | FitWindow false, true | HideMenubar false, true
    | HideToolbar false, true | HideWindowUI false, true | Direction /L2R, /R2L | NonFullScreenPageMode /UseNone, /UseThumbs
    | PrintArea /CropBox, /MediaBox | PrintClip /CropBox, /MediaBox | PrintScaling /AppDefault, /None
    | ViewArea /CropBox, /MediaBox | ViewClip /CropBox, /MediaBox
  # 5.3 the mark information
    catalog /MarkInfo<<{}>>
    known Marked true
    default Marked false, true | Suspects false, true | UserProperties false, true
  # 5.4 \`OCProperties\`
    catalog /OCProperties<</OCGs[20 0 R]/D<<>>{}>> | 20 <</Type/OCG/Name(a)>>
    known Configs [<</Name(c)>>]
  # 5.4 the default configuration of layers
    catalog /OCProperties<</OCGs[20 0 R]/D<<{}>>>> | 20 <</Type/OCG/Name(a)>>
    known Name (n) | Creator (c) | Order [20 0 R]
    default BaseState /ON, /OFF | Intent /View, /Design | ListMode /AllPages, /VisiblePages | Locked [], [20 0 R]
    | OFF [], [20 0 R] | ON [], [20 0 R] | RBGroups [], [[20 0 R]]
  # 5.4 a layer
    catalog /OCProperties<</OCGs[20 0 R]/D<<>>>> | 20 <</Type/OCG/Name(a){}>>
    known Intent /Design | Usage <</Print<</PrintState/OFF>>>>
  # 5.6 a page
    page {}
    known BoxColorInfo <<>> | PZ 1 | Tabs /R | SeparationInfo <<>> | VP [] | UserUnit 2 | Group <</S/Transparency>>
    default Rotate 0, 90 | UserUnit 1, 2 | Annots [], [<</Subtype/Square/Rect[0 0 9 9]>>]
  # 5.8 a page label
    catalog /PageLabels<</Nums[0<</S/D{}>>]>>
    known P (p)
    default St 1, 2
  # 5.9 an outline item
    catalog /Outlines 20 0 R | 20 <</First 21 0 R/Last 21 0 R>> | 21 <</Title(t)/Parent 20 0 R{}>>
    known Dest [3 0 R/Fit]
    default C [0 0 0], [1 0 0] | Count 0, -1 | F 0, 2
  # 5.10 an output intent
    catalog /OutputIntents[<</Type/OutputIntent/S/GTS_PDFX{}>>]
    known OutputCondition (c) | OutputConditionIdentifier (i) | RegistryName (r) | Info (f) | MixingHints <<>>
    | SpectralData <<>>
  # 5.12 an annotation
    page /Annots[<</Type/Annot/Subtype/Square/Rect[0 0 9 9]{}>>]
    known Contents (c) | NM (n) | M (D:2020) | C [1 0 0] | Lang (en) | T (t) | RC (<b/>) | CreationDate (D:2020) | Subj (s)
    | IT /X | Name /N | DA (d) | DS (d) | RD [1 1 1 1] | L [0 0 9 9] | LE /Butt | IC [1 1 0] | LL 9 | LLE 1 | Cap true
    | LLO 1 | CP /Top | CO [1 1] | CL [0 0 1 1] | Vertices [0 0 1 1] | InkList [[0 0 1 1]] | Border [0 0 2] | Sy /P
    | MK <<>>
    default BM /Normal, /Multiply | CA 1, 0.5 | F 0, 4 | Open false, true | Q 0, 1 | RT /R, /Group | ca 1.0, 0.5
  # 5.12 a link
    page /Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]{}>>]
    known QuadPoints [0 0 9 0 0 9 9 9]
    default H /I, /N
  # 5.15 a form XObject
    resources /XObject<</X 20 0 R>> | content /X Do | 20 /Subtype/Form/BBox[0 0 9 9]{} stream f
    known Group <</S/Transparency>> | OC <</Type/OCMD>> | Resources <<>>
    default FormType 1, 2 | Matrix [1 0 0 1 0 0], [2 0 0 2 0 0]
  # 5.16 a group of a page
    page /Group<</S/Transparency{}>>
    known CS /DeviceRGB | Type /Group
    default I false, true | K false, true
  # 5.16 a group of a form XObject
    resources /XObject<</X 20 0 R>> | content /X Do | 20 /Subtype/Form/BBox[0 0 9 9]/Group<</S/Transparency{}>> stream f
    known CS /DeviceRGB
    default I false, true | K false, true
  # 5.17 an image
    resources /XObject<</X 20 0 R>> | content /X Do
    | 20 /Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceRGB{} stream abc
    known Intent /Perceptual | Mask [0 1 0 1 0 1] | Matte [1] | OC <</Type/OCMD>>
    default ImageMask false, true | Interpolate false, true | SMaskInData 0, 1
  # 5.17 an image mask
    resources /XObject<</X 20 0 R>> | content /X Do | 20 /Subtype/Image/Width 8/Height 1/ImageMask true{} stream a
    known Intent /Perceptual
    default BitsPerComponent 1, 2 | Interpolate false, true
  # 5.18 an image mask
    resources /XObject<</X 20 0 R>> | content /X Do | 20 /Subtype/Image/Width 8/Height 1/ImageMask true{} stream a
    default Decode [0 1], [1 0]
  # 5.18 an image of three components
    resources /XObject<</X 20 0 R>> | content /X Do
    | 20 /Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceRGB{} stream abc
    default Decode [0 1 0 1 0 1], [1 0 0 1 0 1]
  # 5.18 a gray image
    resources /XObject<</X 20 0 R>> | content /X Do
    | 20 /Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray{} stream a
    default Decode [0.0 1.0], [0 0.5]
  # 5.18 an image of four components
    resources /XObject<</X 20 0 R>> | content /X Do
    | 20 /Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceCMYK{} stream abcd
    default Decode [0 1 0 1 0 1 0 1], [1 0 1 0 1 0 1 0]
  # 5.18 an indexed image
    resources /XObject<</X 20 0 R>> | content /X Do
    | 20 /Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace[/Indexed/DeviceGray 1<00ff>]{} stream \x00
    default Decode [0 255], [255 0]
  # 5.18 an image in \`Lab\`, of which no default is known
    resources /XObject<</X 20 0 R>> | content /X Do
    | 20 /Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace[/Lab<</WhitePoint[1 1 1]>>]{} stream abc
    known Decode [0 100 -100 100 -100 100]
  # 5.19 the parameters of \`CCITTFaxDecode\`
    resources /XObject<</X 20 0 R>> | content /X Do
    | 20 /Subtype/Image/Width 8/Height 1/ImageMask true/Filter/CCITTFaxDecode/DecodeParms<</K -1{}>> stream abc
    default BlackIs1 false, true | Columns 1728, 8 | DamagedRowsBeforeError 0, 3 | EncodedByteAlign false, true
    | EndOfBlock true, false | EndOfLine false, true | Rows 0, 1
  # 5.19 the parameters of \`CCITTFaxDecode\`, empty
    resources /XObject<</X 20 0 R>> | content /X Do
    | 20 /Subtype/Image/Width 8/Height 1/ImageMask true/Filter/CCITTFaxDecode/DecodeParms<<{}>> stream abc
    default K 0, 4
  # 5.20 a structure element
    catalog /StructTreeRoot 20 0 R | 20 <</Type/StructTreeRoot/K 21 0 R>> | 21 <</S/TD/P 20 0 R{}>>
    known ID (i) | T (t) | Lang (en) | Alt (a) | E (e) | ActualText (x) | C /Class | Phoneme (f) | PhoneticAlphabet /ipa
    default R 0, 1
  # 5.20 the root of the structure
    catalog /StructTreeRoot 20 0 R | 20 <</Type/StructTreeRoot/K 21 0 R{}>> | 21 <</S/P/P 20 0 R>>
    known RoleMap <</A/P>> | ClassMap <</C<</O/Layout>>>>
  # 5.23 a graphics state
    resources /ExtGState<</G<</LW 2{}>>>> | content /G gs 0 0 9 9 re S
    known Type /ExtGState | LC 0 | LJ 0 | ML 10 | D [[]0] | RI /Perceptual | OP false | op false | OPM 0 | BG2 /Default
    | UCR2 /Default | TR2 /Default | HT /Default | FL 1 | SM 0 | SA false | BM /Normal | SMask /None | CA 1 | ca 1
    | AIS false | TK true | UseBlackPtComp /Default
  # 5.24 a tiling pattern
    resources /Pattern<</P 20 0 R>> | content /Pattern cs/P scn 0 0 9 9 re f
    | 20 /PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<<>>{} stream f
    known Type /Pattern
    default Matrix [1 0 0 1 0 0], [2 0 0 2 0 0]
  # 5.24 a shading pattern
    resources /Pattern<</P 20 0 R>> | content /Pattern cs/P scn 0 0 9 9 re f | 20 <</PatternType 2/Shading 21 0 R{}>>
    | 21 <</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 9 9]/Function 22 0 R>> | 22 <</FunctionType 2/Domain[0 1]/N 1>>
    known Type /Pattern | ExtGState <</LW 2>>
    default Matrix [1 0 0 1 0 0], [2 0 0 2 0 0]
  # 5.25 a shading of type 1
    resources /Shading<</S 20 0 R>> | content /S sh
    | 20 <</ShadingType 1/ColorSpace/DeviceGray/Function<</FunctionType 4/Domain[0 1 0 1]/Range[0 1]>>{}>>
    | 21 <</FunctionType 2/Domain[0 1]/N 1>>
    known Background [1] | BBox [0 0 9 9]
    default AntiAlias false, true | Domain [0 1 0 1], [0 2 0 2] | Matrix [1 0 0 1 0 0], [2 0 0 2 0 0]
  # 5.25 a shading of type 2
    resources /Shading<</S 20 0 R>> | content /S sh
    | 20 <</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 9 9]/Function 21 0 R{}>> | 21 <</FunctionType 2/Domain[0 1]/N 1>>
    known Background [1] | BBox [0 0 9 9]
    default AntiAlias false, true | Domain [0 1], [0 0.5] | Extend [false false], [true true]
  # 5.25 a shading of type 3
    resources /Shading<</S 20 0 R>> | content /S sh
    | 20 <</ShadingType 3/ColorSpace/DeviceGray/Coords[0 0 1 9 9 2]/Function 21 0 R{}>>
    | 21 <</FunctionType 2/Domain[0 1]/N 1>>
    known Background [1] | BBox [0 0 9 9]
    default AntiAlias false, true | Domain [0 1], [0 0.5] | Extend [false false], [true true]
  # 5.26 a function of type 2
    resources /Shading<</S 20 0 R>> | content /S sh
    | 20 <</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 9 9]/Function<</FunctionType 2/Domain[0 1]/N 1{}>>>>
    | 21 <</FunctionType 2/Domain[0 1]/N 1>>
    known Range [0 1]
    default C0 [0], [0.5] | C1 [1], [0.5]
  # 5.26 a function of type 0
    resources /Shading<</S 20 0 R>> | content /S sh
    | 20 <</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 9 9]/Function 22 0 R>> | 21 <</FunctionType 2/Domain[0 1]/N 1>>
    | 22 /FunctionType 0/Domain[0 1]/Range[0 1]/Size[2]/BitsPerSample 8{} stream ab
    known Encode [0 1] | Decode [0 1]
    default Order 1, 3
  # 5.29 an ICC profile
    resources /ColorSpace<</C[/ICCBased 20 0 R]>> | content /C cs 1 sc 0 0 9 9 re f | 20 /N 1{} stream profile
    known Alternate /DeviceGray | Range [0 1]
  # 5.30 a font
    resources /Font<</F 7 0 R>> | content BT/F 9 Tf(a)Tj ET
    | 7 <</Type/Font/Subtype/TrueType/BaseFont/Vector/FirstChar 97/LastChar 98/Widths[500 500]/Encoding/WinAnsiEncoding/FontDescriptor 8 0 R{}>>
    | 8 <</Type/FontDescriptor/FontName/Vector/Flags 32/FontBBox[0 -200 1000 800]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80/MissingWidth 500>>
    known ToUnicode /Identity-H
  # 5.30 a CIDFont
    resources /Font<</F 20 0 R>> | content BT/F 9 Tf<0041>Tj ET
    | 20 <</Type/Font/Subtype/Type0/BaseFont/Vector/Encoding/Identity-H/DescendantFonts[21 0 R]>>
    | 21 <</Type/Font/Subtype/CIDFontType2/BaseFont/Vector/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor 22 0 R{}>>
    | 22 <</Type/FontDescriptor/FontName/Vector/Flags 4/FontBBox[0 0 9 9]/ItalicAngle 0/Ascent 9/Descent 0/CapHeight 9/StemV 8>>
    known W [1[500]] | W2 [1[500 0 0]] | CIDToGIDMap /Identity
    default DW 1000, 500 | DW2 [880 -1000], [900 -900]
  # 5.30 a ToUnicode CMap
    resources /Font<</F 7 0 R>> | content BT/F 9 Tf(a)Tj ET
    | 7 <</Type/Font/Subtype/TrueType/BaseFont/Vector/FirstChar 97/LastChar 98/Widths[500 500]/Encoding/WinAnsiEncoding/FontDescriptor 8 0 R/ToUnicode 21 0 R>>
    | 8 <</Type/FontDescriptor/FontName/Vector/Flags 32/FontBBox[0 -200 1000 800]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80/MissingWidth 500>>
    | 21 {} stream 1 beginbfchar<61><0062>endbfchar
    known Type /CMap | CMapName /C | WMode 0
  # 5.31 a font descriptor
    resources /Font<</F 7 0 R>> | content BT/F 9 Tf(a)Tj ET
    | 7 <</Type/Font/Subtype/TrueType/BaseFont/Vector/FirstChar 97/LastChar 98/Widths[500 500]/Encoding/WinAnsiEncoding/FontDescriptor 8 0 R>>
    | 8 <</Type/FontDescriptor/FontName/Vector/Flags 32{}>>
    known FontBBox [0 0 9 9] | ItalicAngle 0 | Ascent 9 | Descent 0 | Leading 9 | CapHeight 9 | XHeight 5 | StemV 8
    | StemH 8 | AvgWidth 9 | MaxWidth 9 | MissingWidth 0 | FontFamily (f) | FontStretch /Normal | FontWeight 400
    | CharSet (/a) | Lang /en
  # 5.33 a property list of resources
    resources /Properties<</P<</MCID 0{}>>>> | content /Span/P BDC 0 0 9 9 re f EMC
    known ActualText (a) | Alt (b) | Attached [/Top] | BBox [0 0 9 9] | Contents (c) | E (e) | Lang (en) | MCAF []
    | Phoneme (f) | PhoneticAlphabet /ipa | Subtype /Header
`;

const PRIVATE = ['/Private 1', '/XYZ_Mine<</A(b)>>'];

function groupOf(place: string): Group {
  const [title = '', base = '', ...rows] = place
    .trim()
    .replaceAll(/\n +\|/g, ' |')
    .split(/\n */);
  const [clause = ''] = title.split(' ', 1);
  /** The key and the values of each entry. */
  const entries = (kind: string): string[][] => {
    const row = rows.find((text) => text.startsWith(kind));
    return (row?.slice(kind.length).split(' | ') ?? []).map((entry) => entry.split(/ (.*?)(?:, (.*))?$/));
  };
  const [known, defaults] = [entries('known '), entries('default ')];
  return group(clause, `Entries of ${title.slice(clause.length + 1)}`, filled(base), {
    base: ['', 'No other entry.'],
    same: [
      ...PRIVATE.map((entry) => [entry, `${entry} is not known.`] as const),
      ...defaults.map(([key, value]) => [`/${key} ${value}`, `/${key} ${value} is the default.`] as const),
    ],
    different: [
      ...known.map(([key, value]) => [`/${key} ${value}`, `/${key} is known.`] as const),
      ...defaults.map(([key, , other]) => [`/${key} ${other}`, `/${key} ${other} is not the default.`] as const),
    ],
  });
}

export function dictionaryGroups(): Group[] {
  return PLACES.split(/^ *# /m).slice(1).map(groupOf);
}
