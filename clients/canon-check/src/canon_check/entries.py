"""Clause 5 and 11: which entries the dictionaries of a document have."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Dict, Iterator, List, Optional, Set, Tuple

from .file import File
from .objects import identities
from .syntax import Broken, Name, Real, Ref, Stream, Text

N, IDENTITY = Name, [1, 0, 0, 1, 0, 0]


class Rule:
    """The known entries and the defaults of a kind of dictionary."""

    def __init__(self, clause: str, known: str, **defaults: Any) -> None:
        self.clause = clause
        self.known = {key.encode() for key in known.split()}
        self.defaults = {key.encode(): value for key, value in defaults.items()}


CATALOG = Rule("5.1", "AF Dests Lang MarkInfo Metadata Names OCProperties OutputIntents Outlines PageLabels PageLayout PageMode Pages "
               "StructTreeRoot Threads Type ViewerPreferences", PageLayout=N(b"SinglePage"), PageMode=N(b"UseNone"))  # fmt: skip
VIEWER = Rule("5.2", "CenterWindow Direction DisplayDocTitle Duplex Enforce FitWindow HideMenubar HideToolbar HideWindowUI "
              "NonFullScreenPageMode NumCopies PickTrayByPDFSize PrintArea PrintClip PrintPageRange PrintScaling ViewArea ViewClip",
              CenterWindow=False, DisplayDocTitle=False, FitWindow=False, HideMenubar=False, HideToolbar=False, HideWindowUI=False,
              Direction=N(b"L2R"), NonFullScreenPageMode=N(b"UseNone"), PrintArea=N(b"CropBox"), PrintClip=N(b"CropBox"),
              ViewArea=N(b"CropBox"), ViewClip=N(b"CropBox"), PrintScaling=N(b"AppDefault"))  # fmt: skip
MARKS = Rule("5.3", "Marked Suspects UserProperties", Marked=False, Suspects=False, UserProperties=False)
LAYERS = Rule("5.4", "Configs D OCGs")
CONFIG = Rule("5.4", "BaseState Creator Intent ListMode Locked Name OFF ON Order RBGroups", BaseState=N(b"ON"), Intent=N(b"View"),
              ListMode=N(b"AllPages"), Locked=[], OFF=[], ON=[], RBGroups=[])  # fmt: skip
LAYER = Rule("5.4", "Intent Name OCGs P Type Usage VE")
PAGE = Rule("5.6", "Annots ArtBox B BleedBox BoxColorInfo Contents CropBox Group MediaBox OutputIntents PZ Parent Resources Rotate "
            "SeparationInfo StructParents Tabs TrimBox Type UserUnit VP", UserUnit=1, Rotate=0, Annots=[])  # fmt: skip
LABEL = Rule("5.8", "P S St Type", St=1)
OUTLINES = Rule("5.9", "Count First Last Type", Count=0)
OUTLINE = Rule("5.9", "A C Count Dest F First Last Next Parent Prev SE Title Type", C=[0, 0, 0], Count=0, F=0)
INTENT = Rule("5.10", "DestOutputProfile Info MixingHints OutputCondition OutputConditionIdentifier RegistryName S SpectralData Type")
ANNOTATION = Rule("5.12", "A AP AS BE BM BS Border C CA CL CO CP Cap Contents CreationDate DA DS Dest DV F FT Ff FixedPrint FontFauxing H "
                  "I IC IRT IT InkList Kids L LE LL LLE LLO LLOE Lang LastModified Lock M MK MN MaxLen Measure NM Name OC Opt Open "
                  "OverlayText PMD Parent Path Popup Q QuadPoints RC RD RO RT RV Rect Repeat SV State StateModel StructParent Subj "
                  "Subtype Sy T TI TM TU Type V Version Vertices ca AnnotStates DR", BM=N(b"Normal"), CA=1, F=0, Open=False, Q=0,
                  RT=N(b"R"), ca=1)  # fmt: skip
FORM = Rule("5.15", "AF BBox DecodeParms Filter FormType Group Length Matrix Measure Metadata OC PtData Resources StructParent "
            "StructParents Subtype Type", FormType=1, Matrix=IDENTITY)  # fmt: skip
GROUP = Rule("5.16", "CS I K S Type", I=False, K=False)
IMAGE = Rule("5.17", "AF BitsPerComponent ColorSpace Decode DecodeParms Filter Height ImageMask Intent Interpolate Length Mask Matte "
             "Measure Metadata OC PtData SMask SMaskInData StructParent Subtype Type Width", ImageMask=False, Interpolate=False,
             SMaskInData=0)  # fmt: skip
CCITT = Rule("5.19", "BlackIs1 Columns DamagedRowsBeforeError EncodedByteAlign EndOfBlock EndOfLine K Rows", BlackIs1=False,
             EncodedByteAlign=False, EndOfLine=False, EndOfBlock=True, Columns=1728, DamagedRowsBeforeError=0, K=0, Rows=0)  # fmt: skip
DCT, JBIG2 = Rule("5.19", "ColorTransform"), Rule("5.19", "JBIG2Globals")
ELEMENT = Rule("5.20", "A AF ActualText Alt C ClassMap E ID IDTree K Lang MCID NS Namespaces Obj P ParentTree Pg Phoneme PhoneticAlphabet "
               "R Ref RoleMap RoleMapNS S Schema Stm StmOwn T Type", R=0)  # fmt: skip
STATE = Rule("5.23", "AIS BG BG2 BM CA D FL Font HT HTO LC LJ LW ML OP RI SA SM SMask TK TR TR2 Type UCR UCR2 UseBlackPtComp ca op OPM")
PATTERN = Rule("5.24", "BBox DecodeParms ExtGState Filter Length Matrix PaintType PatternType Resources Shading TilingType Type XStep "
               "YStep", Matrix=IDENTITY)  # fmt: skip
SHADING_KEYS = ("AntiAlias BBox Background BitsPerComponent BitsPerCoordinate BitsPerFlag ColorSpace Coords Decode DecodeParms Domain "
                "Extend Filter Function Length Matrix ShadingType VerticesPerRow")  # fmt: skip
SHADING = Rule("5.25", SHADING_KEYS, AntiAlias=False)
SHADING_1 = Rule("5.25", SHADING_KEYS, AntiAlias=False, Domain=[0, 1, 0, 1], Matrix=IDENTITY)
SHADING_2 = Rule("5.25", SHADING_KEYS, AntiAlias=False, Domain=[0, 1], Extend=[False, False])
FUNCTION_KEYS = "Bounds C0 C1 Decode DecodeParms Domain Encode Filter FunctionType Functions Length N Order Range Size BitsPerSample"
FUNCTIONS = {0: Rule("5.26", FUNCTION_KEYS, Order=1), 2: Rule("5.26", FUNCTION_KEYS, C0=[0], C1=[1])}
FUNCTION = Rule("5.26", FUNCTION_KEYS)
PROFILE = Rule("5.29", "Alternate DecodeParms Filter Length Metadata N Range")
FONT_KEYS = ("BaseFont CIDSystemInfo CIDToGIDMap CharProcs DW DW2 DescendantFonts Encoding FirstChar FontBBox FontDescriptor FontMatrix "
             "LastChar Resources Subtype ToUnicode Type W W2 Widths")  # fmt: skip
FONT, CIDFONT = Rule("5.30", FONT_KEYS), Rule("5.30", FONT_KEYS, DW=1000, DW2=[880, -1000])
TO_UNICODE = Rule("5.30", "CIDSystemInfo CMapName DecodeParms Filter Length Type UseCMap WMode")
DESCRIPTOR = Rule("5.31", "Ascent AvgWidth CIDSet CapHeight CharSet Descent FD Flags FontBBox FontFamily FontFile FontFile2 FontFile3 "
                  "FontName FontStretch FontWeight ItalicAngle Lang Leading MaxWidth MissingWidth StemH StemV Style Type XHeight")  # fmt: skip
PROGRAMS = {b"FontFile": Rule("5.32", "DecodeParms Filter Length Length1 Length2 Length3 Metadata"),
            b"FontFile2": Rule("5.32", "DecodeParms Filter Length Length1 Metadata"),
            b"FontFile3": Rule("5.32", "DecodeParms Filter Length Metadata Subtype")}  # fmt: skip
PROPERTIES = Rule("5.33", "ActualText Alt Attached BBox Contents E Lang MCAF MCID Metadata Phoneme PhoneticAlphabet Subtype Type")
EVERYWHERE = {
    b"AA": "11.3", b"EF": "11.4", b"RF": "11.4", b"PieceInfo": "11.6", b"OPI": "11.5", b"Alternates": "11.5",
}  # fmt: skip
REMOVED = {b"OpenAction": "11.3", b"AcroForm": "11.2", b"NeedsRendering": "11.2", b"Collection": "11.4", b"LastModified": "11.6"}
REMOVED.update(EVERYWHERE)
REMOVED.update((key, "11.6") for key in (b"Thumb", b"DPart", b"DPartRoot", b"SpiderInfo", b"Legal", b"Perms", b"Requirements", b"Extensions", b"Version"))
NAMED_SPACES = (b"DeviceGray", b"DeviceRGB", b"DeviceCMYK", b"Pattern")
COMPONENTS = {b"DeviceGray": 1, b"CalGray": 1, b"Separation": 1, b"DeviceRGB": 3, b"CalRGB": 3, b"DeviceCMYK": 4}


def same(value: Any, default: Any) -> bool:
    """The value says what the default says: names by type, numbers by value."""
    if isinstance(default, list):
        return isinstance(value, list) and len(value) == len(default) and all(map(same, value, default))
    if isinstance(default, Name) or isinstance(value, Name):
        return isinstance(value, Name) and isinstance(default, Name) and value == default
    if isinstance(default, bool) or isinstance(value, bool):
        return isinstance(value, bool) and bool(value == default)
    if isinstance(value, Real):
        return bool(Decimal(value.decode()) == default)
    return isinstance(value, int) and not isinstance(value, Ref) and bool(value == default)


class Entries:
    def __init__(self, file: File) -> None:
        self.file = file
        self.done: Set[Tuple[int, str]] = set()

    def rule(self, value: Any, rule: Rule, but: Tuple[bytes, ...] = ()) -> Iterator[Broken]:
        """The dictionary has the known entries of a rule only, and none that says the default."""
        number = int(value) if isinstance(value, Ref) else 0
        if number and (number, rule.clause) in self.done:
            return
        self.done.add((number, rule.clause))
        entries = self.file.entries(value)
        for key, item in entries.items():
            if key == b"XXUndecoded" and b"Length" in entries:
                continue
            if key not in rule.known:
                yield self.broken(REMOVED.get(key, rule.clause), f"The entry {key.decode('latin-1')} is not known there.", number)
            elif key in rule.defaults and key not in but and same(self.file.get(item), rule.defaults[key]):
                yield self.broken(rule.clause, f"The entry {key.decode('latin-1')} says the default.", number)

    def broken(self, clause: str, message: str, number: int = 0) -> Broken:
        return Broken(clause, message, self.file.offsets.get(number, -1), number)

    def check(self) -> Iterator[Broken]:
        yield from self.document()
        for page in self.file.pages:
            yield from self.page(page)
        for number, value in self.file.objects.items():
            yield from self.anything(number, value)

    # -- the document

    def document(self) -> Iterator[Broken]:
        file, root = self.file, self.file.root
        yield from self.rule(file.trailer[b"Root"], CATALOG)
        for key, rule in ((b"ViewerPreferences", VIEWER), (b"MarkInfo", MARKS), (b"OCProperties", LAYERS), (b"Outlines", OUTLINES)):
            if key in root:
                yield from self.rule(root[key], rule)
                if not file.entries(root[key]):
                    yield self.broken(rule.clause, f"{key.decode()} is empty.")
        layers = file.entries(root.get(b"OCProperties"))
        for config in [layers.get(b"D"), *file.array(layers.get(b"Configs"))]:
            yield from self.rule(config, CONFIG)
        for layer in file.array(layers.get(b"OCGs")):
            yield from self.rule(layer, LAYER)
        for intent in file.array(root.get(b"OutputIntents")):
            yield from self.rule(intent, INTENT)
        tree = file.entries(root.get(b"Pages"))
        kids = [kid for kid in file.array(tree.get(b"Kids"))]
        if set(tree) - {b"Count", b"Kids", b"Type"} or kids != file.pages or tree.get(b"Count") != len(kids):
            yield self.broken("5.5", "The page tree has another shape.", int(root.get(b"Pages") or 0))
        structure = root.get(b"StructTreeRoot")
        trees = [(one, b"Names") for one in file.entries(root.get(b"Names")).values()] + [(root.get(b"PageLabels"), b"Nums")]
        trees += [(file.entries(structure).get(b"ParentTree"), b"Nums"), (file.entries(structure).get(b"IDTree"), b"Names")]
        for one, kind in trees:
            if one is not None:
                yield from self.tree(one, kind)
        for label in self.leaves(root.get(b"PageLabels"), b"Nums")[1::2]:
            yield from self.rule(label, LABEL)
        for number in identities(file):
            entries = file.entries(Ref(number))
            if b"Title" in entries and b"Parent" in entries and b"Subtype" not in entries and b"S" not in entries:
                yield from self.rule(Ref(number), OUTLINE)
            if entries.get(b"Type") in (b"StructElem", b"StructTreeRoot"):
                yield from self.rule(Ref(number), ELEMENT)
                yield from self.attributes(number, entries)

    def leaves(self, node: Any, kind: bytes, depth: int = 0) -> List[Any]:
        entries = self.file.entries(node)
        found = list(self.file.array(entries.get(kind)))
        for kid in self.file.array(entries.get(b"Kids")) if depth < 30 else []:
            found += self.leaves(kid, kind, depth + 1)
        return found

    def tree(self, root: Any, kind: bytes) -> Iterator[Broken]:
        """A name tree or a number tree has the one shape (5.7)."""
        flat = self.leaves(root, kind)
        keys = flat[::2]
        number = int(root) if isinstance(root, Ref) else 0
        if not all(isinstance(key, Text if kind == b"Names" else int) for key in keys) or None in flat[1::2]:
            yield self.broken("5.7", "A tree has a key of another kind, or null.", number)
        elif sorted(set(keys)) != keys:
            yield self.broken("5.7", "The keys of a tree are not sorted.", number)
        else:
            level: List[Any] = [flat[at : at + 128] for at in range(0, len(flat), 128)] or [[]]
            shape: Any = [(kind, len(leaf), leaf[0:1], leaf[-2:-1]) for leaf in level]
            while len(shape) > 1:
                chunks = [shape[at : at + 64] for at in range(0, len(shape), 64)]
                shape = [(b"Kids", chunk, chunk[0][2], chunk[-1][3]) for chunk in chunks]
            if not self.shaped(root, shape[0], True):
                yield self.broken("5.7", "A tree has another shape.", number)

    def shaped(self, node: Any, shape: Any, is_root: bool) -> bool:
        key, inner, first, last = shape
        entries = self.file.entries(node)
        if set(entries) != ({key} if is_root else {key, b"Limits"}):
            return False
        if not is_root and self.file.array(entries[b"Limits"]) != first + last:
            return False
        items = self.file.array(entries[key])
        if key != b"Kids":
            return bool(len(items) == inner)
        return len(items) == len(inner) and all(self.shaped(kid, one, False) for kid, one in zip(items, inner))

    def attributes(self, number: int, entries: Dict[bytes, Any]) -> Iterator[Broken]:
        value = self.file.get(entries.get(b"A"))
        if isinstance(value, list) and (len(value) < 2 or 0 in [one for one in value if isinstance(one, int) and not isinstance(one, Ref)]):
            yield self.broken("5.21", "A has a revision of 0, or is an array of one object.", number)
        if not isinstance(value, dict) or b"C" in entries:
            return
        owner = value.get(b"O")
        known: Dict[bytes, Dict[bytes, Any]] = {
            b"Layout": {b"BaselineShift": 0, b"ColumnCount": 1, b"Height": N(b"Auto"), b"SpaceAfter": 0, b"SpaceBefore": 0,
                        b"TextDecorationType": N(b"None"), b"Width": N(b"Auto")},
            b"Table": {b"ColSpan": 1, b"RowSpan": 1},
        }  # fmt: skip
        defaults = known.get(owner, {}) if isinstance(owner, Name) else {}
        if any(key in value and same(value[key], default) for key, default in defaults.items()):
            yield self.broken("5.21", "An attribute says the default.", number)
        elif not set(value) - {b"O", b"Type"}:
            yield self.broken("5.21", "An attribute object says nothing.", number)

    # -- pages

    def page(self, page: int) -> Iterator[Broken]:
        file, entries = self.file, self.file.entries(Ref(page))
        yield from self.rule(Ref(page), PAGE)
        media, crop = file.get(entries.get(b"MediaBox")), file.get(entries.get(b"CropBox"))
        for key in (b"Type", b"Parent", b"MediaBox", b"Resources"):
            if key not in entries:
                yield self.broken("5.6", f"The page has no {key.decode()}.", page)
        if crop is not None and crop == media:
            yield self.broken("5.6", "CropBox is the MediaBox.", page)
        for key in (b"ArtBox", b"BleedBox", b"TrimBox"):
            if key in entries and file.get(entries[key]) == (crop or media):
                yield self.broken("5.6", f"{key.decode()} says the default.", page)
        if not isinstance(file.get(entries.get(b"Contents")), (Stream, type(None))):
            yield self.broken("7.1", "Contents is no stream.", page)
        if b"Group" in entries:
            yield from self.rule(entries[b"Group"], GROUP)
        for annotation in file.array(entries.get(b"Annots")):
            yield from self.annotation(annotation)

    def annotation(self, reference: Any) -> Iterator[Broken]:
        file, entries, number = self.file, self.file.entries(reference), int(reference) if isinstance(reference, Ref) else 0
        yield from self.rule(reference, ANNOTATION)
        if entries.get(b"Type") != b"Annot" or b"P" in entries:
            yield self.broken("5.12", "Type is not Annot, or there is P.", number)
        if entries.get(b"Subtype") == b"Link" and same(entries.get(b"H"), N(b"I")):
            yield self.broken("5.12", "The entry H says the default.", number)
        if entries.get(b"Subtype") == b"Widget":
            yield self.broken("11.2", "There is a widget.", number)
        if entries.get(b"Subtype") in (b"RichMedia", b"3D", b"Movie", b"Sound", b"Screen", b"Projection"):
            yield self.broken("11.5", "There is an annotation of a medium.", number)
        appearance = file.entries(entries.get(b"AP"))
        if set(appearance) - {b"N"} or isinstance(file.get(appearance.get(b"N")), Stream) and b"AS" in entries:
            yield self.broken("5.13", "AP or AS has more than the normal appearance.", number)
        style, effect = file.get(entries.get(b"BS")), file.get(entries.get(b"BE"))
        if isinstance(style, dict):
            width = same(style.get(b"W"), 1) and b"Border" not in entries
            if same(style.get(b"S"), N(b"S")) or width or b"D" in style and b"S" not in style or b"Type" in style:
                yield self.broken("5.14", "The border style says a default.", number)
        if isinstance(effect, dict) and same(effect.get(b"S"), N(b"S")):
            yield self.broken("5.14", "The border effect says a default.", number)
        action = file.entries(entries.get(b"A"))
        if action.get(b"S") == b"GoTo" and b"SD" not in action:
            yield self.broken("5.11", "A go-to action is no destination.", number)

    # -- whatever may stand anywhere

    def anything(self, number: int, value: Any) -> Iterator[Broken]:
        stack = [value]
        top = True
        while stack:
            value = stack.pop()
            if isinstance(value, list):
                stack.extend(value)
                if len(value) > 1 and value[0] == b"ICCBased" and isinstance(value[1], Ref):
                    yield from self.rule(value[1], PROFILE)
                continue
            entries = value.entries if isinstance(value, Stream) else value
            if not isinstance(entries, dict):
                continue
            reference = Ref(number) if top else entries
            top = False
            stack.extend(entries.values())
            for key, item in entries.items():
                if item is None:
                    yield self.broken("3.8", f"The entry {key.decode('latin-1')} is null.", number)
                if key in EVERYWHERE and isinstance(self.file.get(item), (dict, Stream)):
                    yield self.broken(EVERYWHERE[key], f"There is an entry {key.decode()}.", number)
                if key in (b"ColorSpace", b"CS", b"Alternate"):
                    space = self.file.get(item)
                    if isinstance(space, list) and len(space) == 1 and space[0] in NAMED_SPACES:
                        yield self.broken("5.27", "A colour space is an array of a name alone.", number)
                if key in (b"StructParent", b"StructParents") and b"StructTreeRoot" not in self.file.root and isinstance(item, int):
                    yield self.broken("5.22", f"{key.decode()} refers to nothing.", number)
            yield from self.kind(number, value, entries, reference)

    def kind(self, number: int, value: Any, entries: Dict[bytes, Any], reference: Any) -> Iterator[Broken]:
        file = self.file
        if isinstance(value, Stream):
            yield from self.stream(number, value)
        if isinstance(entries.get(b"PatternType"), int):
            yield from self.rule(reference, PATTERN)
        if isinstance(entries.get(b"ShadingType"), int):
            kind = entries[b"ShadingType"]
            yield from self.rule(reference, SHADING_1 if kind == 1 else SHADING_2 if kind in (2, 3) else SHADING)
        if isinstance(entries.get(b"FunctionType"), int) and isinstance(file.get(entries.get(b"Domain")), list):
            yield from self.rule(reference, FUNCTIONS.get(entries[b"FunctionType"], FUNCTION))
        resources = file.entries(entries.get(b"Resources"))
        for state in file.entries(resources.get(b"ExtGState")).values():
            yield from self.rule(state, STATE)
        for properties in file.entries(resources.get(b"Properties")).values():
            if not {b"Type", b"OCGs", b"Name"} & set(file.entries(properties)):
                yield from self.rule(properties, PROPERTIES)
        for font in file.entries(resources.get(b"Font")).values():
            yield from self.font(font)

    def font(self, font: Any) -> Iterator[Broken]:
        file = self.file
        for one in [font, *file.array(file.entries(font).get(b"DescendantFonts"))]:
            entries = file.entries(one)
            number = int(one) if isinstance(one, Ref) else 0
            yield from self.rule(one, CIDFONT if entries.get(b"Subtype") in (b"CIDFontType0", b"CIDFontType2") else FONT)
            if isinstance(file.get(entries.get(b"ToUnicode")), Stream):
                yield from self.rule(entries[b"ToUnicode"], TO_UNICODE)
            descriptor = entries.get(b"FontDescriptor")
            if descriptor is None:
                continue
            yield from self.rule(descriptor, DESCRIPTOR)
            for key, rule in PROGRAMS.items():
                program = file.entries(descriptor).get(key)
                if isinstance(program, Ref) and isinstance(file.get(program), Stream):
                    yield from self.rule(program, rule)
                    if key == b"FontFile2" and file.entry(program, b"Length1") != len(file.data_of(int(program))):
                        yield self.broken("5.32", "Length1 is not the length of the data.", number)

    def stream(self, number: int, stream: Stream) -> Iterator[Broken]:
        file, entries = self.file, stream.entries
        if entries.get(b"Subtype") == b"Form":
            yield from self.rule(Ref(number), FORM)
            if entries.get(b"Type") != b"XObject":
                yield self.broken("5.15", "Type is not XObject.", number)
            if b"Group" in entries:
                yield from self.rule(entries[b"Group"], GROUP)
        elif entries.get(b"Subtype") == b"Image":
            yield from self.rule(Ref(number), IMAGE)
            masked = file.get(entries.get(b"ImageMask")) is True
            if masked and same(entries.get(b"BitsPerComponent"), 1):
                yield self.broken("5.17", "BitsPerComponent of a mask says the default.", number)
            decode = file.get(entries.get(b"Decode"))
            default = [0, 1] if masked else self.default_decode(entries)
            if decode is not None and default and same(decode, default):
                yield self.broken("5.18", "Decode says the default.", number)
            filters = file.get(entries.get(b"Filter"))
            parameters = file.get(entries.get(b"DecodeParms"))
            for name, one in zip(filters if isinstance(filters, list) else [filters], parameters if isinstance(parameters, list) else [parameters]):
                rule = {b"CCITTFaxDecode": CCITT, b"DCTDecode": DCT, b"JBIG2Decode": JBIG2}.get(name) if isinstance(name, Name) else None
                if rule is not None and one is not None:
                    yield from self.rule(one, rule)

    def default_decode(self, entries: Dict[bytes, Any]) -> Optional[List[int]]:
        file, space = self.file, self.file.get(entries.get(b"ColorSpace"))
        family = file.get(space[0]) if isinstance(space, list) and space else space
        if family == b"Indexed":
            bits = file.get(entries.get(b"BitsPerComponent"))
            return [0, 2**bits - 1] if isinstance(bits, int) and 0 < bits <= 16 else None
        if family == b"ICCBased":
            profile = file.entries(space[1])
            count = profile.get(b"N") if b"Range" not in profile else None
        elif family == b"DeviceN":
            count = len(file.array(space[1]))
        else:
            count = COMPONENTS.get(family) if isinstance(family, Name) else None
        return [0, 1] * count if isinstance(count, int) and not isinstance(count, Ref) and count else None
