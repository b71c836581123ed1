/**
 * Finds the text that people read in a file. All other characters become signs that no rule matches, so that lines keep
 * their numbers.
 */
import { parseSync, type Span, Visitor } from 'oxc-parser';

/** Code, quotations, link targets, tags, and words with a sign inside, such as paths, ids and addresses. */
const NOT_PROSE = [
  /^( *)(```+|~~~+)[^]*?^\1\2/gm,
  /(?<!\0)`(?:[^`\n\0]|\n(?!\s*\n))+`/g,
  /(?<!\0)"[^"\n\0]*"|“[^”]*”/g,
  /(?<=\])\([^)]*\)|<\/?[a-z][^>\n]*>|@(?:param|link) \S+/gi,
  /(?<![^\s'"`\0])[^\s'"`\0]*\w[/_.:=@#\\-]+\w[^\s'"`\0]*/g,
];

/** Comments, strings and texts of pages of a program, where they have three words; Markdown and commit titles whole. */
export function proseOf(text: string, path = 'commit.md'): string {
  const readable = path.endsWith('.md') ? text : withoutCode(text, path);
  return NOT_PROSE.reduce((rest, part) => rest.replace(part, (found) => found.replace(/./g, '_')), readable);
}

/** Replaces code by NUL. */
function withoutCode(source: string, path: string): string {
  const isProse = new Uint8Array(source.length);
  const mark = ({ start, end }: Span): unknown =>
    /^\s*(?!\/[^/*])(?:\S+\s+){2}\S/.test(source.slice(start, end)) && isProse.fill(1, start, end);
  const { comments, program } = parseSync(path, source);
  comments.forEach(mark);
  new Visitor({ Literal: mark, TemplateElement: mark, JSXText: mark }).visit(program);
  return source.replace(/./g, (sign, index: number) => (isProse[index] ? sign : '\0'));
}
