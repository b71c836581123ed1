#!/usr/bin/env node
/** Entry of the package `@fixpoint/cli`: documents, and a service elsewhere. */

/** Bytes depend on the Unicode tables of Node: another major version is not tried. */
const NODE = '24';
const CANNOT_RUN = 3;

if (process.versions.node.split('.')[0] === NODE) {
  const cli = await program();
  await cli.parseAsync();
} else {
  process.stderr.write(`fixpoint: This is Node ${process.versions.node}, and it takes Node ${NODE}.\n`);
  process.exitCode = CANNOT_RUN;
}

async function program() {
  const { Command } = await import('commander');
  const { addCommands } = await import('../../src/cli/commands.ts');
  const { EXIT } = await import('../../src/cli/exit-codes.ts');
  const cli = addCommands(new Command('fixpoint'));
  cli
    .command('dev')
    .description('run the whole service on this machine (in a clone of the repository)')
    .argument('[verb...]')
    .allowUnknownOption()
    .helpOption(false)
    .action(() => {
      process.stderr.write('fixpoint: The service runs from a clone of its repository, by npm start.\n');
      process.exitCode = EXIT.refused;
    });
  return cli;
}
