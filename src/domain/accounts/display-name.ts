/**
 * Names that people give to organizations, API keys, passkeys and batches. Other people read these names in mails and on
 * pages, so a name must show all of its characters and must not become a link.
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

/**
 * Control and format characters, the bidirectional ones among them, separators of lines, and letters without a glyph. The
 * exceptions are one joiner behind a letter that may need it, and the two characters that choose the form of a pictograph.
 */
const UNSEEN = new RegExp(
  String.raw`(?!(?<=[${JOINING_SCRIPTS}])[\u200C\u200D])(?![\uFE0E\uFE0F])` +
    String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]`,
  'gu',
);

/** Mail programs make a link of a scheme, and of a dot between the labels of a host in any of its spellings. */
const LINK = /:(?=\/\/)|(?<=[\p{L}\p{N}-])[.\u2024\u3002\uFE52\uFF0E\uFF61](?=\p{L}{2})/gu;

const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;
const QUOTATION_MARKS = /["\u00AB\u00BB\u201C-\u201F\u2039\u203A\u300C-\u300F\uFF02]/gu;

/** Whether people see all of the name, and see something. PostgreSQL stores neither U+0000 nor half of a pair. */
export function isReadable(name: string): boolean {
  return name.isWellFormed() && VISIBLE.test(name) && name.search(UNSEEN) < 0;
}

export function hasLink(name: string): boolean {
  return name.search(LINK) >= 0;
}

const MAX_QUOTED_CHARS = 100;

/**
 * The name between quotation marks, for a sentence of a mail. Rows may have names that are older than the rules: such a name
 * loses what it hides, cannot end the quotation, and does not become a link.
 */
export function quotedName(name: string): string {
  const characters = Array.from(name.toWellFormed());
  const cut = characters.length > MAX_QUOTED_CHARS ? [...characters.slice(0, MAX_QUOTED_CHARS), '…'] : characters;
  const shown = cut.join('').replaceAll(UNSEEN, '\uFFFD').replaceAll(QUOTATION_MARKS, "'").replaceAll(LINK, '[$&]');
  return `“${shown}”`;
}
