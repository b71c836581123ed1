/**
 * The examples of the guides: code blocks that a test runs unchanged. Blocks of `console` are only for readers. Blocks
 * of `sh`, `ts`, `python`, `go` and `php` run, and the block after each is its output.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const GUIDES = resolve(import.meta.dirname, '../../../../docs/guides');
const LANGUAGES = ['sh', 'ts', 'python', 'go', 'php'] as const;

export type Language = (typeof LANGUAGES)[number];

export interface Example {
  readonly guide: string;
  /** The line of its start, counted from 1. */
  readonly line: number;
  readonly language: Language;
  readonly code: string;
  /** True for a receiver of webhooks, which does not end by itself. */
  readonly isReceiver: boolean;
  /** True if it uses files that the `sh` blocks of the same guide made in the folder. */
  readonly isAfterShell: boolean;
  /** The output in the guide, in which `…` stands for any text; null if the guide has none. */
  readonly output: string | null;
}

/** The keys are names of guides. */
export function readGuides(): ReadonlyMap<string, string> {
  const names = readdirSync(GUIDES).filter((name) => name.endsWith('.md'));
  return new Map(names.toSorted().map((name) => [name.replace(/\.md$/, ''), readFileSync(join(GUIDES, name), 'utf8')]));
}

export function examplesOf(guide: string, markdown: string): Example[] {
  const blocks = [...markdown.matchAll(/^```(\S+)?(?: (\S+))?\n(.*?)^```$/gms)].map((found) => {
    const [, language = '', flag = '', code = ''] = found;
    return { language, flag, code, line: markdown.slice(0, found.index).split('\n').length };
  });
  return blocks.flatMap(({ language, flag, code, line }, position) => {
    if (!isLanguage(language)) return [];
    const next = blocks[position + 1];
    const output = next?.flag === 'output' ? next.code.trim() : null;
    return [
      { guide, line, language, code, isReceiver: flag === 'receiver', isAfterShell: flag === 'after-shell', output },
    ];
  });
}

function isLanguage(text: string): text is Language {
  return LANGUAGES.some((language) => language === text);
}

/** Whether a program has printed the output in the guide. */
export function isPrinted(output: string, printed: string): boolean {
  const parts = output.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(printed.trim());
}
