import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

/** The folders of the engine, from the lowest to the highest. Folders in one line may import each other. */
const LAYERS = [
  ['facts', 'platform'],
  ['pdf'],
  ['content'],
  ['fonts'],
  ['text'],
  ['xmp', 'canonical', 'signature'],
  ['write', 'sanitize', 'forms'],
  ['page'],
  ['compare'],
  ['tamper'],
  ['stages'],
];

/** It alone imports modules of Node. */
const NODE_PLATFORM = 'platform/node.ts';

/** The name of a folder, or undefined for the files above all folders. */
const folderOf = (path: string): string | undefined => path.match(/^([^/]+)\//)?.[1];
const heightOf = (folder: string): number => LAYERS.findIndex((layer) => layer.includes(folder));

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /(?<!\.test|\.d)\.ts$/.test(path) && !/^(?:node_modules|fonts.build)/.test(path),
);

test('every folder of the engine has a layer', () => {
  const folders = new Set(files.flatMap((path) => folderOf(path) ?? []));
  expect([...folders].toSorted()).toEqual(LAYERS.flat().toSorted());
});

test('no file of the engine imports a value or a type from a higher layer', () => {
  const upwards = files.flatMap((path) => {
    const own = folderOf(path);
    const imported = readFileSync(join(import.meta.dirname, path), 'utf8').matchAll(/ from '(#engine\/|\.\/)([^']+)'/g);
    return [...imported].flatMap(([, start, rest = '']) => {
      const to = start === '#engine/' ? rest : join(dirname(path), rest);
      const folder = folderOf(to);
      const isUp = own !== undefined && (folder === undefined || heightOf(folder) > heightOf(own));
      return isUp ? [`${path} -> ${to}`] : [];
    });
  });
  expect(upwards).toEqual([]);
});

test('the engine imports its own files and its packages, and nothing above itself', () => {
  const { dependencies } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'));
  const isKnown = (name: string): boolean =>
    name === '#platform' ||
    /^(\.\/|#engine\/)/.test(name) ||
    Object.keys(dependencies).some((one) => name === one || name.startsWith(`${one}/`));
  const foreign = files.flatMap((path) => {
    const imported = readFileSync(join(import.meta.dirname, path), 'utf8').matchAll(/\b(?:from |import\()'([^']+)'/g);
    const isNode = (name: string): boolean => path === NODE_PLATFORM && name.startsWith('node:');
    return [...imported].flatMap(([, name = '']) => (isKnown(name) || isNode(name) ? [] : [`${path} imports ${name}`]));
  });
  expect(foreign).toEqual([]);
});

test('only the platform of Node names what Node alone has', () => {
  const ofNode =
    /\bBuffer\.|\b(?:__dirname|__filename|setImmediate)\b|\bprocess\.|\beval\(|\bnew Function\(|import\.meta\./;
  const named = files.filter((path) => path !== NODE_PLATFORM && ofNode.test(codeOf(path)));
  expect(named).toEqual([]);
});

/** A comment ends with its line, or with its mark. */
function codeOf(path: string): string {
  return readFileSync(join(import.meta.dirname, path), 'utf8').replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '');
}
