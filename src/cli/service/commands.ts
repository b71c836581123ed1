/** The commands that talk to a service. */
import type { Command } from 'commander';
import { REGIONS } from '#domain/region.ts';
import { FAIL_ON_WORDS } from '#src/cli/documents/findings.ts';
import { exitCodeHelp } from '#src/cli/exit-codes.ts';
import { countUpTo, withJobs, withPolicies, withTrustStore } from '#src/cli/policies.ts';
import { runCommand } from '#src/cli/run.ts';
import type { ServiceFlags } from './connection.ts';
import type { ListenFlags } from './listen.ts';
import type { LoginFlags } from './login.ts';
import type { SubmitFlags } from './submit.ts';
import type { WatchFlags } from './watch.ts';

export function addServiceCommands(cli: Command): void {
  addSignIn(cli);
  addSubmit(cli);
  addWatch(cli);
  withService(cli.command('listen'))
    .description('pass the webhook events of the organization on to a receiver on this machine, signed')
    .option('--forward-to <where>', 'a port (3000), or an address (localhost:3000/hooks); else events are printed')
    .option('--endpoint <id>', 'only what goes to this endpoint')
    .option('--events <types>', 'only these, with commas between them')
    .option('--last <n>', 'begin with the newest events of before', countUpTo(100, 0), 0)
    .addHelpText('after', exitCodeHelp([2, 6, 8, 130]))
    .action((flags: ListenFlags) => runCommand(async () => (await import('./listen.ts')).listen(flags)));
}

function addSignIn(cli: Command): void {
  withService(cli.command('login'))
    .description('sign in at a service, for submit, watch and listen')
    .option('--email <address>', 'address of the account; the command asks for it if absent')
    .option('--api-key', 'store an API key instead; it is asked for, or read from standard input', false)
    .addHelpText('after', exitCodeHelp([0, 2, 6, 8, 130]))
    .action((flags: LoginFlags) => runCommand(async () => (await import('./login.ts')).login(flags)));

  cli
    .command('logout')
    .description('end the sign-in')
    .addHelpText('after', exitCodeHelp([0]))
    .action(() => runCommand(async () => (await import('./login.ts')).logout()));

  withService(cli.command('whoami'))
    .description('show the service, the account and the number of documents left')
    .addHelpText('after', exitCodeHelp([0, 2, 6, 8]))
    .action((flags: ServiceFlags) => runCommand(async () => (await import('./login.ts')).whoami(flags)));
}

function addSubmit(cli: Command): void {
  withSubmission(withJobs(withPolicies(withService(cli.command('submit')))))
    .description('send files to a service, and print the id of each submission')
    .argument('<files...>', 'PDF files')
    .option('--wait', 'wait for each result, and print it', false)
    .option('-o, --output <path>', 'folder for the canonical PDFs; for one file also out.pdf, or -; waits')
    .option('--fail-on <what>', `${FAIL_ON_WORDS}; waits`)
    .option('--force', 'replace outputs that exist; an input is never replaced', false)
    .option('--ndjson', 'one JSON line a file on standard output', false)
    .addHelpText('after', exitCodeHelp([0, 2, 3, 4, 5, 6, 7, 8, 9, 130]))
    .action((files: string[], flags: SubmitFlags) =>
      runCommand(async () => (await import('./submit.ts')).submitFiles(files, flags)),
    );
}

function addWatch(cli: Command): void {
  withTrustStore(withSubmission(withPolicies(withService(cli.command('watch')))))
    .description('normalize every PDF that is put into a folder, and move it out of the way')
    .argument('<folder>', 'the folder; its subfolders are not watched')
    .requiredOption('-o, --output <folder>', 'folder for the canonical PDFs')
    .option('--done <folder>', 'where originals go; FOLDER/done without')
    .option('--errors <folder>', 'where those go that gave no output, each with its reason; FOLDER/failed without')
    .option('--stable <seconds>', 'for so long a file has to stay as it is first', countUpTo(3600, 0), 2)
    .option('--offline', 'with the engine of this program, without a service', false)
    .option('--once', 'end when nothing is left to do', false)
    .addHelpText('after', exitCodeHelp([0, 2, 3, 4, 5, 6, 7, 8, 130]))
    .action((folder: string, flags: WatchFlags) =>
      runCommand(async () => (await import('./watch.ts')).watchFolder(folder, { ...flags, jobs: 1 })),
    );
}

function withService(command: Command): Command {
  return command.option('--url <address>', 'the service; FIXPOINT_URL, or that of the sign-in, without');
}

function withSubmission(command: Command): Command {
  return command
    .option('--region <region>', `where it is processed: ${REGIONS.join(', ')}`)
    .option('--batch <id>', 'the batch that it is counted in')
    .option('--client-reference <text>', 'the id of your own record');
}
