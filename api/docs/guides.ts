/** The guides: Markdown files of `docs/guides`, in the order in which they are listed here. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Chapter, type DocPage, firstSentence, plain } from './doc-page.ts';

export const GUIDES_FOLDER = resolve(import.meta.dirname, '../../docs/guides');

/** A file that no chapter names fails a test, and so does a name without a file. */
export const GUIDES = {
  start: [
    'quickstart-curl',
    'quickstart-typescript',
    'quickstart-python',
    'quickstart-go',
    'quickstart-php',
    'clients',
  ],
  sending: [
    'authentication',
    'requests',
    'async-and-polling',
    'idempotency',
    'batches',
    'webhooks',
    'regions',
    'stateless',
  ],
  results: [
    'determinism',
    'removed-and-reported',
    'embedded-files',
    'tamper-findings',
    'submissions',
    'compare',
    'verifying-offline',
  ],
  running: ['accounts', 'organization', 'retention-and-erasure', 'exports', 'limits', 'plans', 'errors'],
} as const satisfies Partial<Record<Chapter, readonly string[]>>;

export function guidePages(): DocPage[] {
  return [
    ...GUIDES.start.map((name) => guide(name, 'start')),
    ...GUIDES.sending.map((name) => guide(name, 'sending')),
    ...GUIDES.results.map((name) => guide(name, 'results')),
    ...GUIDES.running.map((name) => guide(name, 'running')),
  ];
}

function guide(name: string, chapter: Chapter): DocPage {
  const markdown = withAddresses(readFileSync(resolve(GUIDES_FOLDER, `${name}.md`), 'utf8'));
  const [, title = name] = /^# (.+)$/m.exec(markdown) ?? [];
  return { path: `/docs/${name}`, chapter, title: plain(title), summary: firstSentence(markdown), markdown };
}

/** Guides in the repository link to files. The service replaces these links by addresses. */
function withAddresses(markdown: string): string {
  return markdown
    .replaceAll(/\]\(([\w-]+)\.md(#[\w-]+)?\)/g, '](/docs/$1$2)')
    .replaceAll(/\]\((?:\.\.\/)?images\//g, '](/docs/images/');
}
