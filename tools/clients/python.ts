/**
 * The part of the Python client that follows from the description of the API: its types, and a method for each
 * operation.
 */
import type { Answer, ClientOperation, Description, Input, Member, Type } from './description.ts';

const HEAD = 'Made of the description of the API by `node tools/clients/write.ts`; do not edit.';
/** Longer expressions have one line for each part. */
const LONGEST = 90;
const KEYWORDS = /^(?:from|to|class|import|global|pass|in|is|not|or|and|if|for|as|with|def|del)$/;

/** The names of files in `clients/python/src/fixpoint_client/generated` with their text. */
export function pythonFiles(description: Description): readonly (readonly [name: string, text: string])[] {
  return [
    ['__init__.py', `"""What follows from the description of the API. ${HEAD}"""\n`],
    ['models.py', models(description)],
    ['operations.py', operations(description)],
    ['api.py', api(description)],
  ];
}

function models({ types, operations: all, codes }: Description): string {
  const writer = typeWriter('');
  const aliases: string[] = [];
  for (const [name, { type, says }] of types) {
    if (type.kind === 'object') writer.declare(name, type.members, says);
    else aliases.push(`${name}: TypeAlias = ${alias(writer.text(type, name))}`, ...docstring(says, ''), '');
  }
  for (const { id, result, inputs } of all) {
    const name = upperFirst(id);
    writer.text(result, `${name}Answer`);
    for (const input of inputs) writer.text(input.type, name + upperFirst(camelCase(input.name)));
  }
  const lines = [
    `"""What the API takes and answers: dictionaries, as they come over the wire, and their types.`,
    '',
    `There may be members that are not named here, and words that are not listed. ${HEAD}`,
    '"""',
    '',
    'from __future__ import annotations',
    '',
    'from typing import Any, Literal, TypeAlias, TypedDict',
    '',
    ...aliases,
    'PROBLEM_CODES = (',
    ...codes.map((code) => `    "${code}",`),
    ')',
    '"""The codes of refusals. There may be new ones at any time."""',
    '',
    ...writer.declarations,
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

/** A list of words is a value. An alias of other types is text, because those types come later in the file. */
function alias(text: string): string {
  return text.startsWith('Literal[') || text === 'str' ? text : `"${text.replaceAll('"', "'")}"`;
}

interface TypeWriter {
  readonly declarations: string[];
  /** @param name the name for an anonymous type */
  text(type: Type, name: string): string;
  declare(name: string, members: readonly Member[], says: string): void;
}

/** @param prefix the prefix of the names of types */
function typeWriter(prefix: string): TypeWriter {
  const declarations: string[] = [];
  const declared = new Set<string>();
  const writer: TypeWriter = {
    declarations,
    text(type, name) {
      switch (type.kind) {
        case 'named':
          return prefix + type.name;
        case 'string':
          return 'str';
        case 'integer':
          return 'int';
        case 'number':
          return 'float';
        case 'boolean':
          return 'bool';
        case 'null':
          return 'None';
        case 'unknown':
          return 'Any';
        case 'words':
          return type.isOpen ? 'str' : `Literal[${type.words.map((word) => `"${word}"`).join(', ')}]`;
        case 'list':
          return `list[${writer.text(type.of, name)}]`;
        case 'map':
          return `dict[str, ${writer.text(type.of, name)}]`;
        case 'either':
          return type.of.map((one) => writer.text(one, name)).join(' | ');
        case 'object':
          writer.declare(name, type.members, '');
          return prefix + name;
        default:
          return type satisfies never;
      }
    },
    declare(name, members, says) {
      if (declared.has(name)) return;
      declared.add(name);
      declarations.push(...declaration(name, members, says, writer));
    },
  };
  return writer;
}

/** Python 3.10 has no `NotRequired`, so optional members are in a separate class. */
function declaration(name: string, members: readonly Member[], says: string, writer: TypeWriter): string[] {
  const required = members.filter(({ isRequired }) => isRequired);
  const optional = members.filter(({ isRequired }) => !isRequired);
  if (required.length === 0) return typedDict(name, 'TypedDict, total=False', optional, name, says, writer);
  if (optional.length === 0) return typedDict(name, 'TypedDict', required, name, says, writer);
  const base = `_${name}Required`;
  return [
    ...typedDict(base, 'TypedDict', required, name, '', writer),
    ...typedDict(name, `${base}, total=False`, optional, name, says, writer),
  ];
}

function typedDict(
  name: string,
  bases: string,
  members: readonly Member[],
  owner: string,
  says: string,
  writer: TypeWriter,
): string[] {
  const typed = members.map((one) => ({
    ...one,
    text: writer.text(one.type, owner + upperFirst(camelCase(one.name))),
  }));
  if (typed.every(({ name: member }) => /^[A-Za-z_]\w*$/.test(member) && !KEYWORDS.test(member))) {
    const body = typed.flatMap((one) => [`    ${one.name}: ${one.text}`, ...docstring(one.says, '    ')]);
    return [`class ${name}(${bases}):`, ...docstring(says, '    '), ...body, '', ''];
  }
  // Names that are invalid in Python need a class that is made by a call.
  const made = `_${name}Members`;
  const [base = '', total] = bases.split(', ');
  const rows = typed.map((one) => `        "${one.name}": "${one.text.replaceAll('"', "'")}",`);
  const call = [
    `${made} = TypedDict(`,
    `    "${made}",`,
    '    {',
    ...rows,
    '    },',
    ...(total ? [`    ${total},`] : []),
    ')',
    '',
    '',
  ];
  const parents = base === 'TypedDict' ? made : `${base}, ${made}`;
  return [...call, `class ${name}(${parents}):`, ...(says === '' ? ['    pass'] : docstring(says, '    ')), '', ''];
}

function operations({ version, operations: all }: Description): string {
  const rows = all.map(({ id, method: verb, path, answer, credentials, takesKey, hasBody, inputs }) => {
    const at = (place: string) =>
      `{${inputs
        .filter((input) => input.place === place)
        .map(({ name }) => `"${pythonName(name)}": "${name}"`)
        .join(', ')}}`;
    const said = inputs
      .filter((one) => one.place === 'body' && isNullable(one.type))
      .map(({ name }) => pythonName(name));
    const nullable = said.length > 0 ? [said.map((name) => `"${name}"`).join(', ')] : [];
    const fields = [
      `"${verb}"`,
      `"${path}"`,
      `"${answer}"`,
      `"${credentials}"`,
      takesKey ? 'True' : 'False',
      at('path'),
      at('query'),
      hasBody ? at('body') : 'None',
      ...nullable.map((names) => `(${names},)`),
    ];
    return `    "${id}": Operation(${fields.join(', ')}),`;
  });
  const lines = [
    `"""How each operation is asked for. ${HEAD}"""`,
    '',
    'from ..operation import Operation',
    '',
    `API_VERSION = "${version}"`,
    '',
    'OPERATIONS: dict[str, Operation] = {',
    ...rows,
    '}',
  ];
  return `${lines.join('\n')}\n`;
}

function api({ operations: all }: Description): string {
  const paged = all.filter(({ item }) => item !== null);
  const lines = [
    `"""The operations of the API as methods, named as in its description but for Python's spelling. ${HEAD}"""`,
    '',
    'from __future__ import annotations',
    '',
    'from collections.abc import Iterator',
    'from typing import Any, Literal, cast',
    '',
    'from ..operation import UNSET, AsyncCaller, CallOptions, Caller, Unset, awaited, iterated',
    'from . import models',
    'from .operations import OPERATIONS',
    '',
    '',
    ...classOf('Api', 'Caller', OPERATIONS_SAY, all.flatMap(method)),
    ...classOf('AsyncApi', 'AsyncCaller', OPERATIONS_SAY, sameMethods(all, 'awaited(Api')),
    ...classOf('Lists', 'Caller', LISTS_SAY, paged.flatMap(list)),
    ...classOf('AsyncLists', 'AsyncCaller', LISTS_SAY, sameMethods(paged, 'iterated(Lists')),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

const OPERATIONS_SAY = 'Each operation of the API; raises `FixpointError`';
const LISTS_SAY = 'The lists of the API, item by item over all pages: nothing comes twice, whatever is added meanwhile';

function classOf(name: string, caller: string, says: string, methods: readonly string[]): string[] {
  return [
    `class ${name}:`,
    ...docstring(says, '    '),
    '',
    `    def __init__(self, caller: ${caller}) -> None:`,
    '        self._caller = caller',
    '',
    ...methods,
    '',
  ];
}

function sameMethods(all: readonly ClientOperation[], wrapped: string): string[] {
  const names = all.map(({ id }) => snakeCase(id));
  return [...names.map((name) => `    ${name} = ${wrapped}.${name})`), ''];
}

const RESULTS: Readonly<Record<Exclude<Answer, 'json'>, string>> = { text: 'str', bytes: 'bytes', nothing: 'None' };

function method({ id, says, inputs, answer, result }: ClientOperation): string[] {
  const type = answer === 'json' ? typeWriter('models.').text(result, `${upperFirst(id)}Answer`) : RESULTS[answer];
  const call = `self._caller.call(OPERATIONS["${id}"], locals(), options)`;
  return [
    `    def ${snakeCase(id)}(${argumentsOf(id, inputs)}) -> ${type}:`,
    ...docstring(says, '        '),
    // The asynchronous class also awaits a method without a result.
    `        return cast("${type.replaceAll('"', "'")}", ${call})`,
    '',
  ];
}

function list({ id, says, inputs, item }: ClientOperation): string[] {
  const taken = inputs.filter(({ name, place }) => place !== 'query' || (name !== 'page' && name !== 'cursor'));
  const type = typeWriter('models.').text(item ?? { kind: 'unknown' }, `${upperFirst(id)}Answer`);
  return [
    `    def ${snakeCase(id)}(${argumentsOf(id, taken)}) -> Iterator[${type}]:`,
    ...docstring(`${says}: every item of every page, one after the other`, '        '),
    `        return self._caller.items(OPERATIONS["${id}"], locals(), options)`,
    '',
  ];
}

function argumentsOf(id: string, inputs: readonly Input[]): string {
  const writer = typeWriter('models.');
  const named = inputs.map(({ name, type, isRequired }) => {
    const text = writer.text(type, upperFirst(id) + upperFirst(camelCase(name)));
    if (isRequired) return `${pythonName(name)}: ${text}`;
    // If null has a meaning, it cannot be the default for an absent value.
    return isNullable(type)
      ? `${pythonName(name)}: ${text} | Unset = UNSET`
      : `${pythonName(name)}: ${text} | None = None`;
  });
  const all = ['self', '*', ...named, 'options: CallOptions | None = None'];
  const line = all.join(', ');
  return line.length < LONGEST ? line : `\n${all.map((one) => `        ${one},\n`).join('')}    `;
}

function isNullable(type: Type): boolean {
  return type.kind === 'either' && type.of.some(({ kind }) => kind === 'null');
}

function docstring(says: string, indent: string): string[] {
  if (says === '') return [];
  const text = says.replaceAll('\\', '\\\\').replace(/\.?$/, '.');
  return [`${indent}"""${text}"""`];
}

function pythonName(name: string): string {
  const snake = snakeCase(name);
  return snake === 'from' ? 'from_' : snake;
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll('-', '_');
}

function camelCase(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]+(\w?)/g, (_, letter: string) => letter.toUpperCase());
}

function upperFirst(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}
