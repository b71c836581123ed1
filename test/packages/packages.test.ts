/** Tests the published packages, packed and installed as by a user: no part of them refers to this folder. */
import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { issuerWith, newKey } from '#test/support/builders/issuer.ts';
import { attestable, NORMALIZED, REPORT } from '#test/support/builders/report.ts';
import { hasBrowser, sees, useBrowser } from '#test/support/browser.ts';
import { ownFolder } from '#test/support/folder.ts';
import { findNode20 } from '#test/support/node20.ts';
import { copyPackages, installPackage } from '#test/support/packages.ts';
import { requires } from '#test/support/requires.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const node20 = findNode20();
const manifestOf = (path: string) => JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));

const VERIFY = `
  const [attestation, keySet, pdf] = await Promise.all([
    read('attestation.json').then(JSON.parse), read('keys.json').then(JSON.parse), read('out.pdf'),
  ]);
  const bytes = new TextEncoder().encode(pdf);
  const { valid } = await verifyAttestation(attestation, keySet, { pdf: bytes });
  const { reason } = await verifyAttestation(attestation, keySet, { pdf: bytes.subarray(1) });
  const verdict = valid + ' ' + reason;
`;

const folder = ownFolder(afterAll);
beforeAll(async () => {
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  await installPackage('typescript', folder);
  await installPackage('cli', folder);

  const pdf = '%PDF-1.7 a normalized document';
  const normalized = { ...NORMALIZED, sha256: createHash('sha256').update(pdf).digest('hex'), sizeBytes: pdf.length };
  const key = newKey();
  const { attestation } = await issuerWith(key)({
    ...attestable({ ...REPORT, normalized }),
    normalized,
    processingTimeMs: 12,
    attestationId: '018f2b6e-0000-7000-8000-000000000001',
    issuedAt: new Date('2026-11-28T10:00:00.000Z'),
  });
  writeFileSync(join(folder, 'out.pdf'), pdf);
  writeFileSync(join(folder, 'attestation.json'), JSON.stringify(attestation));
  writeFileSync(join(folder, 'keys.json'), JSON.stringify({ keys: [key.publicJwk] }));
});

describe('the client', () => {
  test.for([
    ['Node 24', async () => process.execPath],
    ['Node 20', () => node20],
  ] as const)('verifies under %s', async ([name, find], { skip }) => {
    const node = await find();
    if (node === null) return skip(name);
    writeFileSync(
      join(folder, 'verify.js'),
      `import { readFile } from 'node:fs/promises';
       import { verifyAttestation } from '@fixpoint/client';
       const read = (name) => readFile(name, 'utf8');
       ${VERIFY}
       console.log(process.versions.node.split('.')[0], verdict);`,
    );
    const { stdout } = await promisify(execFile)(node, ['verify.js'], { cwd: folder });
    expect(stdout).toBe(`${name.slice(-2)} true artifact_mismatch\n`);
  });

  test('sends files by their paths under Node 20, and reports its progress', async () => {
    const node = await node20;
    if (node === null) return;
    writeFileSync(
      join(folder, 'send.js'),
      `import { createServer } from 'node:http';
       import { fixpoint } from '@fixpoint/client';
       const server = createServer(async (request, response) => {
         let size = 0;
         for await (const chunk of request) size += chunk.length;
         response.end(JSON.stringify([request.headers['content-length'] === String(size), size > 30]));
       }).listen(0, '127.0.0.1', async () => {
         const service = fixpoint({ baseUrl: 'http://127.0.0.1:' + server.address().port, apiKey: 'key' });
         let sent = '';
         const onProgress = ({ sentBytes, totalBytes }) => (sent = sentBytes + '/' + totalBytes);
         console.log(await service.normalize('out.pdf'), await service.normalize('out.pdf', { onProgress }), sent);
         console.log(await service.normalize('absent.pdf').catch(({ code }) => code));
         server.close();
         server.closeAllConnections();
       });`,
    );
    const { stdout } = await promisify(execFile)(node, ['send.js'], { cwd: folder });
    expect(stdout).toBe('[ true, true ] [ true, true ] 30/30\nENOENT\n');
  });

  test('waits under Node 20, and no longer than its caller', async () => {
    const node = await node20;
    if (node === null) return;
    writeFileSync(
      join(folder, 'wait.js'),
      `import { fixpoint } from '@fixpoint/client';
       const answers = ['PENDING', 'SUCCESS', 'PENDING'].map((status) => Response.json({ status }, { headers: { 'Retry-After': '0' } }));
       const service = fixpoint({ baseUrl: 'http://127.0.0.1', apiKey: 'key', fetch: async () => answers.shift() });
       console.log((await service.waitFor('one')).status);
       const signal = AbortSignal.abort('enough');
       console.log(await service.waitFor('two', { signal }).catch((reason) => reason));`,
    );
    const { stdout } = await promisify(execFile)(node, ['wait.js'], { cwd: folder });
    expect(stdout).toBe('SUCCESS\nenough\n');
  });

  describe('in a browser', requires('Chromium', hasBrowser), () => {
    const visitors = useBrowser();

    test('verifies, without a bundler', async () => {
      const server = createServer(({ url = '/' }, answer) => {
        answer.setHeader('Content-Type', extname(url) === '.js' ? 'text/javascript' : 'text/html');
        answer.end(url === '/' ? page(join(folder, 'node_modules/@fixpoint/client')) : readFileSync(join(folder, url)));
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      onTestFinished(() => void server.close());
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const tab = await visitors.newPage({ origins: [origin] });
      await tab.goto(origin);
      await sees(tab, 'true artifact_mismatch');
    });
  });

  describe('sends documents from a page', requires('Chromium', hasBrowser), () => {
    const visitors = useBrowser();

    test('and tells how much of them has been sent', async () => {
      const installed = join(folder, 'node_modules/@fixpoint/client');
      const entry = manifestOf(installed).exports['.'].default.replace('.', '/node_modules/@fixpoint/client');
      const received: number[] = [];
      const server = createServer((request, answer) => {
        const { url = '/', method } = request;
        if (method === 'POST') {
          let size = 0;
          request.on('data', (chunk: Buffer) => (size += chunk.length));
          request.on('end', () => {
            received.push(size);
            // The first request fails temporarily.
            answer.statusCode = received.length === 1 ? 503 : 200;
            answer.end(JSON.stringify({ status: 'SUCCESS' }));
          });
          return;
        }
        answer.setHeader('Content-Type', extname(url) === '.js' ? 'text/javascript' : 'text/html');
        answer.end(url === '/' ? sendingPage(entry) : readFileSync(join(folder, url)));
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      onTestFinished(() => void server.close());
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const tab = await visitors.newPage({ origins: [origin] });
      await tab.goto(origin);
      await sees(tab, 'SUCCESS true SUCCESS');
      expect(received.length).toBe(3);
      expect(received.every((size) => size > 1_000_000)).toBe(true);
    });
  });

  test('declares all its types itself, and needs no other package', async () => {
    const installed = join(folder, 'node_modules/@fixpoint/client');
    expect(manifestOf(installed).dependencies).toBeUndefined();
    const needs = globSync('**/*.{js,d.ts}', { cwd: installed }).flatMap((file) => {
      const imports = readFileSync(join(installed, file), 'utf8').matchAll(/\b(?:from |import\()['"]([^'".][^'"]*)/g);
      return [...imports].map(([, name]) => `${file}: ${name}`);
    });
    // Only users who verify timestamps install these.
    const verifier = 'dist/src/proof/timestamp';
    expect(needs.toSorted()).toEqual([
      `${verifier}/path.js: asn1js`,
      `${verifier}/path.js: pkijs`,
      `${verifier}/verify.js: asn1js`,
      `${verifier}/verify.js: pkijs`,
    ]);
    writeFileSync(
      join(folder, 'use.ts'),
      `import { fixpoint, type Submission } from '@fixpoint/client';
       const service = fixpoint({ baseUrl: 'http://127.0.0.1', apiKey: 'key' });
       const submission: Submission = await service.submission('id');
       export const sha256: string | undefined = submission.normalized?.sha256;
       // @ts-expect-error -- there is no such policy
       await service.normalize(new Uint8Array(), { signedPdfPolicy: 'ignore' });`,
    );
    const settings = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022', '--types', ''];
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    const { status, stdout } = spawnSync(process.execPath, [compiler, ...settings, 'use.ts'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  });

  test('verifies timestamps with the packages that it names as optional', async () => {
    await copyPackages(['asn1js', 'pkijs'], folder);
    copyFileSync(join(ROOT, 'clients/conformance/cases.json'), join(folder, 'cases.json'));
    writeFileSync(
      join(folder, 'timestamp.mjs'),
      `import { readFileSync } from 'node:fs';
       import { verifyTimestamp } from '@fixpoint/client/timestamp';
       const cases = JSON.parse(readFileSync('cases.json', 'utf8'));
       const [{ attestation, authorities }] = cases.find(({ steps }) => steps[0].do === 'verifyTimestamp').steps;
       const { valid, authority } = await verifyTimestamp(attestation, { authorities });
       console.log(valid, authority);`,
    );
    const { stdout, stderr } = spawnSync(process.execPath, ['timestamp.mjs'], { cwd: folder, encoding: 'utf8' });
    expect({ stdout, stderr }).toEqual({ stdout: 'true Test clock\n', stderr: '' });
  });
});

function sendingPage(entry: string): string {
  return `<!doctype html><title>sending</title><link rel="icon" href="data:,"><body><script type="module">
    import { fixpoint } from '${entry}';
    const service = fixpoint({ baseUrl: location.origin, apiKey: 'key', retryDelayMs: 1 });
    const file = new Blob([new Uint8Array(1_000_000)]);
    let last;
    const told = await service.normalize(file, { onProgress: (progress) => (last = progress) });
    const streamed = await service.normalize(file.stream());
    document.body.append(told.status + ' ' + (last.sentBytes === last.totalBytes) + ' ' + streamed.status);
  </script>`;
}

function page(client: string): string {
  const entry = manifestOf(client).exports['.'].default.replace('.', '/node_modules/@fixpoint/client');
  return `<!doctype html><title>client</title><link rel="icon" href="data:,"><body><script type="module">
    import { verifyAttestation } from '${entry}';
    const read = (name) => fetch('/' + name).then((answer) => answer.text());
    ${VERIFY}
    document.body.append(verdict);
  </script>`;
}

describe('the command line', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [join(folder, 'node_modules/.bin/fixpoint'), ...args], {
      cwd: folder,
      // No sign-in is stored.
      env: { PATH: process.env['PATH'], HOME: folder },
      encoding: 'utf8',
    });
  const fixture = (name: string) => join(ROOT, 'fixtures/pdf', `${name}.pdf`);
  const expected = (name: string) =>
    JSON.parse(readFileSync(join(ROOT, 'test/golden/expected', `${name}.json`), 'utf8')).report;

  test('gives the bytes of the golden set', () => {
    // Every kind of file that the engine reads: substituted fonts, flattened fields, decryption, a certificate.
    const names = [
      'hello',
      'aes-256-r6-owner-only',
      'checkboxes',
      'std14-aliases-truetype',
      'signed',
      'flate-truncated',
    ];
    const { stdout } = run('normalize', ...names.map(fixture), '-o', 'out', '--reports', 'out', '--ndjson');
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ sha256 }) => sha256)).toEqual(names.map((name) => expected(name).normalized?.sha256 ?? null));
    for (const [index, name] of names.entries()) {
      const { verdict, ...report } = JSON.parse(readFileSync(join(folder, 'out', `${name}.json`), 'utf8'));
      expect(verdict).toMatchObject({ kind: expect.any(String), level: expect.any(String) });
      expect(report).toEqual(expected(name));
      if (lines[index].sha256 === null) continue;
      const bytes = readFileSync(join(folder, 'out', `${name}.pdf`));
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(lines[index].sha256);
    }
  });

  test('prints hashes, verifies, and knows its version', () => {
    expect(run('hash', fixture('hello')).stdout).toBe(`${expected('hello').normalized.sha256}\n`);
    const proof = ['--attestation', 'attestation.json', '--jwks', 'keys.json'];
    expect(run('verify', 'out.pdf', ...proof)).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('the proof holds'),
    });
    expect(run('verify', 'keys.json', ...proof).status).toBe(11);
    expect(run('--version').stdout.trim()).toBe(manifestOf(ROOT).version);
    expect(run('inspect', fixture('hello')).stdout).toMatch(/^✔ Normalized\n/);
    expect(run('whoami')).toMatchObject({ status: 2, stderr: expect.stringContaining('Which service?') });
  });

  test('runs parsers that read the code of the project it is in, and nothing else', async () => {
    const { probeSandbox } = await import(
      join(folder, 'node_modules/@fixpoint/cli/dist/src/parser-host/isolation/sandbox.js')
    );
    const { parserPrograms } = await import(
      join(folder, 'node_modules/@fixpoint/cli/dist/src/parser-host/programs/programs.js')
    );
    const { entry } = parserPrograms();
    // They are built during the packing, because a start from single modules takes much longer.
    expect(entry).toBe(join(folder, 'node_modules/@fixpoint/cli/dist/dist/parsers/child.cjs'));
    const readable = probeSandbox([])
      .command(entry, 64)
      .filter((argument: string) => argument.startsWith('--allow-fs-read='))
      .map((argument: string) => argument.split('=')[1]?.replace(folder, ''));
    expect(new Set(readable)).toEqual(
      new Set([
        '/node_modules/@fixpoint/cli/dist/src/*',
        '/node_modules/*',
        '/node_modules/@fixpoint/cli/package.json',
        '/node_modules/@fixpoint/cli/dist/dist/parsers/*',
      ]),
    );
  });

  test('says that the service is in the repository, and which Node it takes', async () => {
    expect(run('dev')).toMatchObject({ status: 2, stderr: expect.stringContaining('clone') });
    const node = await node20;
    if (node === null) return;
    const { status, stderr } = spawnSync(node, [join(folder, 'node_modules/.bin/fixpoint'), 'hash', 'out.pdf'], {
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({
      status: 3,
      stderr: expect.stringMatching(/^fixpoint: .* takes Node 24\.\n$/),
    });
  });
});

test('packages have the version, the licence and the dependencies of the repository', () => {
  const { version, license, ...service } = manifestOf(ROOT);
  const dependencies = { ...service.dependencies, ...manifestOf(join(ROOT, 'src/engine')).dependencies };
  for (const name of ['cli', 'typescript']) {
    const own = manifestOf(join(ROOT, 'clients', name));
    expect(own).toMatchObject({ version, license });
    for (const [dependency, pinned] of Object.entries(own.dependencies ?? {})) {
      expect([dependency, pinned]).toEqual([dependency, dependencies[dependency]]);
    }
  }
});

test('the Python package has the version and the licence of the repository', () => {
  const { version } = manifestOf(ROOT);
  const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
  expect(read('clients/python/pyproject.toml')).toContain(`version = "${version}"`);
  expect(read('clients/python/src/fixpoint_client/exchange.py')).toContain(`VERSION = "${version}"`);
  for (const name of ['LICENSE', 'NOTICE']) expect(read(`clients/python/${name}`)).toBe(read(name));
});
