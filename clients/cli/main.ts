#!/usr/bin/env node
/** Entry of the package `@fixpoint/cli`: the commands that need nothing but files. */

/** Bytes depend on the Unicode tables of Node: another major version is not tried. */
const NODE = '24';
const CANNOT_RUN = 3;

if (process.versions.node.split('.')[0] === NODE) {
  const { cli, run } = await program();
  await run(cli);
} else {
  process.stderr.write(`fixpoint: This is Node ${process.versions.node}, and it takes Node ${NODE}.\n`);
  process.exitCode = CANNOT_RUN;
}

async function program() {
  const { Command } = await import('commander');
  const { addOfflineCommands, REFUSED, run } = await import('../../src/cli/offline.ts');
  const cli = addOfflineCommands(new Command('fixpoint'));
  cli.version(await packageVersion());
  cli
    .command('dev')
    .description('run the whole service on this machine (in a clone of the repository)')
    .argument('[verb...]')
    .allowUnknownOption()
    .helpOption(false)
    .action(() => {
      process.stderr.write('fixpoint: The service runs from a clone of its repository, by npm start.\n');
      process.exitCode = REFUSED;
    });
  return { cli, run };
}

async function packageVersion(): Promise<string> {
  const { findPackageJSON } = await import('node:module');
  const { readFile } = await import('node:fs/promises');
  const manifest = findPackageJSON(import.meta.url) ?? '';
  const { version }: { version: string } = JSON.parse(await readFile(manifest, 'utf8'));
  return version;
}
