/**
 * Names that people give to organizations, API keys, passkeys and batches. Other people read these names in mails and on
 * pages, so a name must show all of its characters and must not be an address.
 */

/** Scripts whose spelling needs U+200C and U+200D, as in Persian, Hindi and Malayalam. */
const JOINING_SCRIPTS = [
  'Arabic',
  'Bengali',
  'Devanagari',
  'Gujarati',
  'Gurmukhi',
  'Kannada',
  'Khmer',
  'Malayalam',
  'Mongolian',
  'Myanmar',
  'Oriya',
  'Sinhala',
  'Syriac',
  'Tamil',
  'Telugu',
]
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('');

/** Characters that choose the form of the letter before them, as names in Japan need them (UTS #37). */
const IDEOGRAPH_VARIANT = String.raw`(?<=\p{Script=Han})[\uFE00-\uFE02\u{E0100}-\u{E01EF}]`;

/** Families, flags and keycaps consist of several characters, some of them without a glyph of their own (UTS #51). */
const PICTOGRAPH = String.raw`\p{RGI_Emoji}|\p{Extended_Pictographic}[\uFE0E\uFE0F]`;

/**
 * Control and format characters, the bidirectional ones among them, separators of lines, letters without a glyph, marks
 * around a letter, and the fifth mark upon a letter (UTS #39, section 5.4). The exceptions are part of a pictograph, an
 * ideograph's variant, and one joiner behind a letter that may need it.
 */
const UNSEEN =
  String.raw`(?!(?<=[${JOINING_SCRIPTS}])[\u200C\u200D])(?!${IDEOGRAPH_VARIANT})` +
  String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Me}]|(?<=\p{Mn}{4})\p{Mn}+`;

/** The group is a pictograph, which shows all of its characters. */
const PICTOGRAPH_OR_UNSEEN = new RegExp(`(${PICTOGRAPH})|${UNSEEN}`, 'gv');

const WORD = /[\p{L}\p{M}\p{N}]+/gv;
/** Many letters of one of these scripts have the glyphs of another one. */
const CONFUSABLE_SCRIPTS = [/\p{Script=Latin}/v, /\p{Script=Cyrillic}/v, /\p{Script=Greek}/v];

/** An address of a page or a mailbox, for mail programs and for people. A dotted name by itself is how companies are called. */
const ADDRESS = new RegExp(
  [
    String.raw`:\/\/`,
    String.raw`(?<![\p{L}\p{N}])(?:mailto:|www[.\u3002])`,
    String.raw`(?<=\S)@(?=[\p{L}\p{M}\p{N}\-]{1,63}[.\u3002][\p{L}\p{N}])`,
    // A path, a port or a query behind a host or an address of IPv4.
    String.raw`(?<=(?:[.\u3002]\p{L}[\p{L}\p{M}\p{N}\-]{1,62}|\d(?:\.\d{1,3}){3})\.?)(?:\/|[:?#](?=\S))`,
  ].join('|'),
  'iv',
);

/** A mail quotes a name with brackets around these: mail programs would make a link of the text, in any spelling of its dots. */
const LINKED =
  /:(?=\/\/)|(?<=\S)[.\u2024\u3002\uFE52\uFF0E\uFF61](?=[\p{M}\p{Cf}\uFFFD]*\p{L}{2})|(?<=\d)\.(?=\d+\.\d)|(?<=www)\./giv;

const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;
const QUOTATION_MARKS = /["\u00AB\u00BB\u201C-\u201F\u2039\u203A\u300C-\u300F\uFF02]/gu;

/** True if the whole name is visible and not empty. PostgreSQL stores neither U+0000 nor half of a pair. */
export function isReadable(name: string): boolean {
  return name.isWellFormed() && VISIBLE.test(name) && !hidesCharacters(name) && !mixesScripts(name);
}

function hidesCharacters(name: string): boolean {
  return name.matchAll(PICTOGRAPH_OR_UNSEEN).some(([, pictograph]) => pictograph === undefined);
}

/** True if one word has letters of two scripts, such as a Cyrillic one among Latin ones. */
function mixesScripts(name: string): boolean {
  return name.matchAll(WORD).some(([word]) => CONFUSABLE_SCRIPTS.filter((script) => script.test(word)).length > 1);
}

/** Full-width letters and dots are read as the ordinary ones. */
export function hasAddress(name: string): boolean {
  return ADDRESS.test(name.normalize('NFKC'));
}

const MAX_QUOTED_CHARS = 100;

/**
 * The name between quotation marks, for a sentence of a mail. A mail is plain text, of which mail programs make links by
 * themselves, so a dotted name has brackets around its dots. Rows may have names that are older than the rules: such a name
 * loses what it hides, cannot end the quotation, and does not become a link.
 */
export function quotedName(name: string): string {
  const characters = Array.from(name.toWellFormed());
  const cut = characters.length > MAX_QUOTED_CHARS ? [...characters.slice(0, MAX_QUOTED_CHARS), '…'] : characters;
  const seen = cut.join('').replaceAll(PICTOGRAPH_OR_UNSEEN, (_, pictograph?: string) => pictograph ?? '\uFFFD');
  return `“${seen.replaceAll(QUOTATION_MARKS, "'").replaceAll(LINKED, '[$&]')}”`;
}
