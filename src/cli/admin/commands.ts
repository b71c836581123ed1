/** `fixpoint admin`: what operators do now and then, and after something went wrong. */
import type { Command } from 'commander';
import type { TrustAnchorFlags } from './update-trust-anchors.ts';
import { countUpTo } from '#src/cli/policies.ts';

export function addAdminCommands(cli: Command): void {
  const admin = cli.command('admin').description('commands of operators for maintenance and recovery');
  addBackups(admin);
  addRepairs(admin);
  addChanges(admin);
}

/** Backup and restore. */
function addBackups(admin: Command): void {
  admin
    .command('backup')
    .description('write a consistent copy of all rows into a folder, with the settings of the worker')
    .argument('<folder>', 'an empty one, or one that is not there')
    .option('--objects', 'the originals and outputs that they refer to besides', false)
    .action(async (folder: string, flags: { objects: boolean }) => {
      const { backup } = await import('./backup.ts');
      process.exitCode = await backup(folder, flags);
    });

  admin
    .command('restore')
    .description('put the rows and objects of a backup into a database that is migrated and empty')
    .argument('<folder>')
    .action(async (folder: string) => {
      const { restore } = await import('./backup.ts');
      process.exitCode = await restore(folder);
    });

  admin
    .command('replay-erasures')
    .description('after a restore: have erased once more what was erased since the backup')
    .action(async () => {
      const { replay } = await import('./replay-erasures.ts');
      process.exitCode = await replay();
    });
}

/** Commands that compare the parts of the service and repair differences. */
function addRepairs(admin: Command): void {
  admin
    .command('verify-store')
    .description('check that the store has each object that a row refers to, unchanged, and list objects without a row')
    .option('--quick', 'whether they are there, and of what size; their bytes are not read', false)
    .option('--json', 'one JSON line for each flaw', false)
    .action(async (flags: { quick: boolean; json: boolean }) => {
      const { verifyStore } = await import('./verify-store.ts');
      process.exitCode = await verifyStore(flags);
    });

  admin
    .command('rebuild-artifacts')
    .description('make outputs again that the store has lost or holds damaged, from their originals; the workers do it')
    .option('--quick', 'check only existence and size', false)
    .option('--remove-unreferenced', 'remove what no row knows besides', false)
    .action(async (flags: { quick: boolean; removeUnreferenced: boolean }) => {
      const { rebuildArtifacts } = await import('./rebuild-artifacts.ts');
      process.exitCode = await rebuildArtifacts(flags);
    });

  admin
    .command('move-objects')
    .description('after an upgrade: give each organization objects of its own, of those that organizations share')
    .action(async () => {
      const { moveAllObjects } = await import('./move-objects.ts');
      process.exitCode = await moveAllObjects();
    });

  admin
    .command('usage-reconcile')
    .description('compare the counters of the running periods with the ledger')
    .option('--mend', 'make the counters what the ledger says', false)
    .action(async (flags: { mend: boolean }) => {
      const { reconcileUsage } = await import('./usage-reconcile.ts');
      process.exitCode = await reconcileUsage(flags);
    });
}

/** New versions and new keys. */
function addChanges(admin: Command): void {
  admin
    .command('drain')
    .description('wait until no document needs a worker of another build than the youngest')
    .option('--keep <build>', 'the build that stays, as in the log of its workers')
    .option('--timeout <seconds>', 'how long to wait', countUpTo(86_400), 1_800)
    .action(async (flags: { keep?: string; timeout: number }) => {
      const { drain } = await import('./drain.ts');
      process.exitCode = await drain(flags);
    });

  admin
    .command('update-trust-anchors')
    .description('import trusted lists (ETSI TS 119 612) that you fetched into the folder of TRUST_STORE_PATH')
    .argument('<folder>', 'that folder')
    .requiredOption('--list <files...>', 'the lists, in XML; a list of lists names the signers of the others')
    .requiredOption('--signers <path>', 'certificates of who signs lists: PEM, DER, or a folder of them')
    .option('--dry-run', 'show the changes without making them', false)
    .action(async (folder: string, flags: TrustAnchorFlags) => {
      const { updateTrustAnchors } = await import('./update-trust-anchors.ts');
      process.exitCode = await updateTrustAnchors(folder, flags);
    });

  admin
    .command('rotate-keys')
    .description('encrypt all secrets with the first secrets key, so that the other keys can be removed')
    .action(async () => {
      const { rotateKeys } = await import('./rotate-keys.ts');
      process.exitCode = await rotateKeys();
    });
}
