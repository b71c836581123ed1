/**
 * The part of the TypeScript client that follows from the description of the API: its types, and a row for each
 * operation.
 */
import type { Answer, ClientOperation, Description, Type } from './description.ts';

const HEAD = 'Made of the description of the API by `node tools/clients/write.ts`; do not edit.';
/** The path from the folder of generated files. */
const CLIENT = '..';

/** The names of files in `clients/typescript/generated` with their text. */
export function typescriptFiles(description: Description): readonly (readonly [name: string, text: string])[] {
  return [
    ['models.ts', models(description)],
    ['api.ts', api(description)],
    ['operations.ts', operations(description)],
  ];
}

function models({ types, codes }: Description): string {
  const named = [...types].map(([name, { type, says }]) => {
    if (type.kind !== 'object') return [...comment(says, ''), `export type ${name} = ${text(type, '')};`].join('\n');
    return [...comment(says, ''), `export interface ${name} ${text(type, '')}`].join('\n');
  });
  const problemCodes = `export type ProblemCode =\n${codes.map((code) => `  | '${code}'`).join('\n')};`;
  return `${[`/** What the API takes and answers. ${HEAD} */`, ...named, problemCodes].join('\n\n')}\n`;
}

function api({ operations: all }: Description): string {
  const methods = all.flatMap((operation) => [
    ...comment(operation.says, '  '),
    `  ${operation.id}(${argumentsOf(operation)}): Promise<${resultOf(operation)}>;`,
  ]);
  const lists = all
    .filter(({ item }) => item !== null)
    .flatMap((operation) => [
      ...comment(`${operation.says}: every item of every page, one after the other`, '  '),
      `  ${operation.id}(input${isOptional(operation) ? '?' : ''}: ListInput<'${operation.id}'>, options?: CallOptions): AsyncGenerator<${text(operation.item ?? UNKNOWN, '  ', 'models.')}, void, undefined>;`,
    ]);
  const lines = [
    `/** The operations of the API as functions. ${HEAD} */`,
    `import type { CallOptions } from '${CLIENT}/transport.ts';`,
    "import type * as models from './models.ts';",
    '',
    '/** Named as in the description of the API; what goes into path, query and body is one object. */',
    'export interface Api {',
    ...methods,
    '}',
    '',
    "type ListInput<Name extends keyof Api> = Omit<NonNullable<Parameters<Api[Name]>[0]>, 'page' | 'cursor'>;",
    '',
    '/** The lists among them, read by cursor: nothing comes twice, whatever is added meanwhile. */',
    'export interface Lists {',
    ...lists,
    '}',
  ];
  return `${lines.join('\n')}\n`;
}

const UNKNOWN: Type = { kind: 'unknown' };
const RESULTS: Readonly<Record<Exclude<Answer, 'json'>, string>> = {
  text: 'string',
  bytes: 'Uint8Array<ArrayBuffer>',
  nothing: 'void',
};

function resultOf({ answer, result }: ClientOperation): string {
  return answer === 'json' ? text(result, '  ', 'models.') : RESULTS[answer];
}

function argumentsOf(operation: ClientOperation): string {
  const { inputs } = operation;
  if (inputs.length === 0) return 'input?: Record<string, never>, options?: CallOptions';
  const members = inputs.map((input) => ({ ...input, name: camelCase(input.name) }));
  return `input${isOptional(operation) ? '?' : ''}: ${text({ kind: 'object', members }, '  ', 'models.')}, options?: CallOptions`;
}

function isOptional({ inputs }: ClientOperation): boolean {
  return !inputs.some(({ isRequired }) => isRequired);
}

/** @param prefix the prefix of the names of types */
function text(type: Type, indent: string, prefix = ''): string {
  switch (type.kind) {
    case 'named':
      return prefix + type.name;
    case 'integer':
      return 'number';
    case 'words': {
      const words = type.words.map((word) => `'${word}'`);
      return [...words, ...(type.isOpen ? ['(string & {})'] : [])].join(' | ');
    }
    case 'list': {
      const of = text(type.of, indent, prefix);
      return `readonly ${/ \| /.test(of) && !of.startsWith('{') ? `(${of})` : of}[]`;
    }
    case 'map':
      return `Readonly<Record<string, ${text(type.of, indent, prefix)}>>`;
    case 'either':
      return type.of.map((one) => text(one, indent, prefix)).join(' | ');
    case 'object': {
      const members = type.members.flatMap(({ name, type: of, isRequired, says }) => [
        ...comment(says, `${indent}  `),
        `${indent}  readonly ${/^\w+$/.test(name) ? name : `'${name}'`}${isRequired ? '' : '?'}: ${text(of, `${indent}  `, prefix)}${isRequired ? '' : ' | undefined'};`,
      ]);
      return `{\n${members.join('\n')}\n${indent}}`;
    }
    default:
      return type.kind;
  }
}

function comment(says: string, indent: string): string[] {
  return says === '' ? [] : [`${indent}/** ${says.replace(/\.?$/, '.').replaceAll('*/', '* /')} */`];
}

function operations({ version, operations: all }: Description): string {
  const lines = [
    `/** How each operation is asked for. ${HEAD} */`,
    `import type { OperationRow } from '${CLIENT}/operation.ts';`,
    '',
    `export const API_VERSION = '${version}';`,
    '',
    'export const OPERATIONS = {',
    ...all.map((operation) => `  ${operation.id}: ${row(operation)},`),
    '} as const satisfies Readonly<Record<string, OperationRow>>;',
  ];
  return `${lines.join('\n')}\n`;
}

function row({ method, path, answer, credentials, takesKey, hasBody, inputs }: ClientOperation): string {
  const at = (place: string) =>
    inputs.filter((input) => input.place === place).map(({ name }) => `${camelCase(name)}: '${name}'`);
  const query = at('query');
  const body = at('body');
  const parts = [
    `method: '${method}'`,
    `path: '${path}'`,
    `answer: '${answer}'`,
    `credentials: '${credentials}'`,
    ...(takesKey ? ['takesKey: true'] : []),
    ...(query.length > 0 ? [`query: { ${query.join(', ')} }`] : []),
    ...(hasBody ? [`body: {${body.length > 0 ? ` ${body.join(', ')} ` : ''}}`] : []),
  ];
  return `{ ${parts.join(', ')} }`;
}

function camelCase(name: string): string {
  return name.replaceAll(/[_-](\w)/g, (_, letter: string) => letter.toUpperCase());
}
