/** The API's operations as the portal knows them: name, method and path, out of the API's own descriptions. */
import { join } from 'node:path';
import { OPERATIONS } from '#api/endpoints.ts';

const FOLDER = join(import.meta.dirname, '../../portal/api');
const HEAD = '/** What the API can do';
const TAIL = 'Made by `node tools/portal/write-operations.ts`; do not edit. */';

/**
 * Path and text of each file as it ought to be; a test compares. What leads to a sign-in has a file of its own, so that the
 * page of signing in does not load the names of everything else.
 */
export function operationFiles(): readonly (readonly [path: string, text: string])[] {
  const all = OPERATIONS.filter(({ isPage = false }) => !isPage).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const isAnonymous = ({ access, path }: (typeof all)[number]) =>
    access.scopes === undefined && access.action === undefined && path.startsWith('/api/auth/');
  const rows = (operations: typeof all) =>
    operations.map(({ id, method, path }) => `  ${id}: ['${method.toUpperCase()}', '${path}'],`);
  return [
    [
      join(FOLDER, 'anonymous-operations.ts'),
      lines([
        `${HEAD} for whoever is not signed in yet. ${TAIL}`,
        'export const ANONYMOUS_OPERATIONS = {',
        ...rows(all.filter(isAnonymous)),
        '} as const;',
        '',
        'export type AnonymousOperationId = keyof typeof ANONYMOUS_OPERATIONS;',
      ]),
    ],
    [
      join(FOLDER, 'operations.ts'),
      lines([
        `${HEAD}. ${TAIL}`,
        "import { ANONYMOUS_OPERATIONS } from './anonymous-operations.ts';",
        '',
        'export const OPERATIONS = {',
        '  ...ANONYMOUS_OPERATIONS,',
        ...rows(all.filter((operation) => !isAnonymous(operation))),
        '} as const;',
        '',
        'export type OperationId = keyof typeof OPERATIONS;',
      ]),
    ],
  ];
}

function lines(of: readonly string[]): string {
  return `${of.join('\n')}\n`;
}
