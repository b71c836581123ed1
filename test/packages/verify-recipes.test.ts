/** Runs each recipe of docs/verify.md unchanged on a correct document and on a wrong one. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publicPem } from '#src/keys/signing-key.ts';
import { issuerWith, newKey } from '#test/support/builders/issuer.ts';
import { attestable, NORMALIZED, REPORT } from '#test/support/builders/report.ts';
import { ownFolder } from '#test/support/folder.ts';
import { recipeOf } from '#test/house/recipe.ts';
import { requires } from '#test/support/requires.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'docs/verify.md'), 'utf8');

interface Recipe {
  readonly name: string;
  readonly file: string;
  readonly command: readonly [string, ...string[]];
  /** The required programs besides Node, each with a call that succeeds if it is installed. */
  readonly needs: readonly (readonly [string, ...string[]])[];
}

const RECIPES: readonly Recipe[] = [
  { name: 'sh fixpoint', file: 'recipe.sh', command: ['sh', '-eu', 'recipe.sh'], needs: [] },
  {
    name: 'sh openssl',
    file: 'recipe.sh',
    command: ['sh', '-eu', 'recipe.sh'],
    needs: [
      ['openssl', 'version'],
      ['jq', '--version'],
      ['base64', '--version'],
      ['sha256sum', '--version'],
    ],
  },
  { name: 'js jose', file: 'recipe.mjs', command: [process.execPath, 'recipe.mjs'], needs: [] },
  {
    name: 'python cryptography',
    file: 'recipe.py',
    command: ['python3', 'recipe.py'],
    needs: [['python3', '-c', 'import cryptography']],
  },
];

const folder = ownFolder(afterAll);
beforeAll(async () => {
  const pdf = Buffer.from('%PDF-1.7 a normalized document');
  const normalized = { ...NORMALIZED, sha256: createHash('sha256').update(pdf).digest('hex'), sizeBytes: pdf.length };
  const key = newKey();
  const { attestation, certificate } = await issuerWith(key)({
    ...attestable({ ...REPORT, normalized }),
    normalized,
    processingTimeMs: 12,
    attestationId: '018f2b6e-0000-7000-8000-000000000001',
    issuedAt: new Date('2026-11-28T10:00:00.000Z'),
  });
  const files = {
    'out.pdf': pdf,
    'attestation.jsonld': JSON.stringify(attestation),
    'certificate.jws': certificate,
    'keys.json': JSON.stringify({ keys: [newKey().publicJwk, key.publicJwk] }),
    'key.pem': publicPem(key.publicJwk),
    'package.json': '{"private":true}',
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  // One of the recipes needs a JOSE library.
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(ROOT, 'node_modules/jose'), join(folder, 'node_modules/jose'));
});

const codeOf = (name: string): string => recipeOf(PAGE, 'docs/verify.md', name);

function run({ name, file, command: [program, ...args] }: Recipe) {
  writeFileSync(join(folder, file), codeOf(name));
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    env: { ...process.env, FIXPOINT: ROOT },
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, said: stdout + stderr };
}

/** Runs while one file of the folder is changed. */
function whileChanged(name: string, change: (content: string) => string, look: () => void) {
  const path = join(folder, name);
  const content = readFileSync(path, 'utf8');
  const changed = change(content);
  expect(changed).not.toBe(content);
  writeFileSync(path, changed);
  try {
    look();
  } finally {
    writeFileSync(path, content);
  }
}

test('the page has these recipes and no others', () => {
  const printed = [...PAGE.matchAll(/^```(\w+ \w+)$/gm)].map(([, name]) => name);
  expect(printed).toEqual(RECIPES.map(({ name }) => name));
});

describe.each(RECIPES)('$name', (recipe) => {
  const missing = recipe.needs.find(([program, ...args]) => spawnSync(program, args).status !== 0);
  const needed = requires(missing?.join(' ') ?? '', !missing);
  const subject = recipe.name === 'js jose' ? 'certificate.jws' : 'attestation.jsonld';

  test('verifies', needed, () => {
    const { status, said } = run(recipe);
    expect({ status, said }).toEqual({
      status: 0,
      said: expect.stringMatching(/verified|the proof holds|Verified OK|[0-9a-f]{64} /),
    });
  });

  test('notices a change of what is signed', needed, () => {
    const change =
      subject === 'certificate.jws'
        ? (jws: string) => jws.replace(/\.(.)/, (_, letter: string) => `.${letter === 'A' ? 'B' : 'A'}`)
        : (text: string) => text.replace('"originalSizeBytes":1000', '"originalSizeBytes":1001');
    whileChanged(subject, change, () => {
      const { status, said } = run(recipe);
      expect(status !== 0 || said.includes('signature_invalid')).toBe(true);
      expect(said).not.toMatch(/^verified|: (?:verified|the proof holds)|Verified OK/m);
    });
  });

  // A JOSE library cannot read PDFs, so it prints the hashes for the reader to compare.
  if (subject === 'certificate.jws') return;

  test('notices another PDF', needed, () => {
    whileChanged(
      'out.pdf',
      (pdf) => `${pdf} `,
      () => {
        const { status, said } = run(recipe);
        expect(status !== 0 || said.includes('artifact_mismatch')).toBe(true);
        expect(said).not.toMatch(/^verified|: (?:verified|the proof holds)|out\.pdf: OK/m);
      },
    );
  });
});

test('the command says with its exit code what happened', () => {
  const verify = (...args: string[]) =>
    spawnSync(process.execPath, [join(ROOT, 'src/cli.ts'), 'verify', ...args], { cwd: folder, encoding: 'utf8' });
  const files = ['--attestation', 'attestation.jsonld', '--jwks', 'keys.json'];

  const good = verify('out.pdf', ...files, '--json');
  expect(good.status).toBe(0);
  expect(JSON.parse(good.stdout)).toMatchObject({ valid: true, reason: null });
  const other = verify('key.pem', ...files, '--json');
  expect(other.status).toBe(11);
  expect(JSON.parse(other.stdout)).toMatchObject({ valid: false, reason: 'artifact_mismatch' });
  expect(verify('missing.pdf', ...files)).toMatchObject({ status: 3, stderr: 'missing.pdf: cannot be read\n' });
  expect(verify('out.pdf', '--attestation', 'key.pem', '--jwks', 'keys.json')).toMatchObject({
    status: 3,
    stderr: 'key.pem: not JSON, or JSON that names a member twice\n',
  });
});
