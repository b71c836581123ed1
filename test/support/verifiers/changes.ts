/** Changes of evidence by an attacker without the signing key. */
import type { FilesCase } from './cases.ts';
import { type Bytes, encoded, type Evidence, type Files, jsonFile, textOf } from './evidence.ts';

export type Change = (evidence: Evidence) => Files;

type Row = Omit<FilesCase, 'group'>;

/** Every verifier names the check with this code. */
export const refused = (name: string, code: string, files: Change): Row => ({ name, code, files });

export const verified = (name: string, files: Change): Row => ({ name, outcome: 'verified', files });

export function replaced(name: string, from: string | RegExp, to: string): Change {
  return ({ files }) => {
    const before = textOf(files, name);
    const after = before.replace(from, to);
    if (before === after) throw new Error(`Nothing was replaced in ${name}.`);
    return { ...files, [name]: encoded(after) };
  };
}

export function without(files: Files, ...names: string[]): Files {
  return Object.fromEntries(Object.entries(files).filter(([name]) => !names.includes(name)));
}

export function withFile(name: string, content: (evidence: Evidence) => Bytes | undefined): Change {
  return (evidence) => {
    const other = content(evidence);
    if (!other) throw new Error(`There is no other ${name}.`);
    return { ...evidence.files, [name]: other };
  };
}

/** Changes the JSON value at a path such as `security/signatureCount` in a file; undefined removes the member. */
export function edited(name: string, path: string, value: unknown, of: Change = ({ files }) => files): Change {
  return (evidence) => {
    const files = of(evidence);
    const document: unknown = JSON.parse(textOf(files, name));
    const names = path.split('/');
    const last = names.pop() ?? '';
    const parent = names.reduce(memberOf, document);
    if (typeof parent !== 'object' || parent === null) throw new Error(`There is no ${path} in ${name}.`);
    if (JSON.stringify(memberOf(parent, last)) === JSON.stringify(value)) throw new Error(`${path} stays as it is.`);
    if (value !== undefined) Reflect.set(parent, last, value);
    else if (Array.isArray(parent)) parent.splice(Number(last), 1);
    else Reflect.deleteProperty(parent, last);
    return { ...files, [name]: jsonFile(document) };
  };
}

function memberOf(parent: unknown, name: string): unknown {
  return typeof parent === 'object' && parent !== null ? Reflect.get(parent, name) : undefined;
}
