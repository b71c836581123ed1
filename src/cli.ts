/**
 * The command line of a clone: documents, a service elsewhere, and the running of the service. Data go to standard output,
 * talk to standard error.
 */
import { Command } from 'commander';
import { addCommands } from './cli/commands.ts';

function program(): Command {
  const cli = addCommands(new Command('fixpoint'));

  cli
    .command('dev')
    .description('run the whole service on this machine: dev [--detach] | stop | status | demo | wipe [--yes]')
    .argument('[verb...]')
    .allowUnknownOption()
    .helpOption(false)
    .action(async (_verb: string[], _flags: unknown, command: Command) => {
      const { runDev } = await import('#dev/main.ts');
      process.exitCode = await runDev(command.args);
    });

  cli
    .command('doctor')
    .description(
      'look at each part of the service with the settings at hand, and say what to do about what is not right',
    )
    .option('--json', 'what was found as JSON on standard output', false)
    .action(async (flags: { json: boolean }) => {
      const { examine } = await import('./cli/doctor/doctor.ts');
      process.exitCode = await examine(flags);
    });

  addPreparation(cli);
  addAdministration(cli);
  return cli;
}

/** What has to be there before the service starts. */
function addPreparation(cli: Command): void {
  cli
    .command('migrate')
    .description('bring the database to the current schema, as the login of DATABASE_OWNER_URL')
    .action(async () => {
      const { migrate } = await import('./cli/migrate.ts');
      process.exitCode = await migrate();
    });

  cli
    .command('database-logins')
    .description(
      'make the logins that the DATABASE_URLs name, and their databases, as that of DATABASE_ADMINISTRATOR_URL',
    )
    .action(async () => {
      const { makeDatabaseLogins } = await import('./cli/database-logins.ts');
      process.exitCode = await makeDatabaseLogins();
    });

  cli
    .command('minio-users')
    .description('make the users of a MinIO server that S3_ACCESS_KEY and S3_LINK_ACCESS_KEY name, as MINIO_ROOT_USER')
    .action(async () => {
      const { makeMinioUsers } = await import('./cli/minio-users.ts');
      process.exitCode = await makeMinioUsers();
    });

  cli
    .command('bucket-policy')
    .description('print who may do what with the bucket of a region, for a store in which buckets say that')
    .argument('<region>')
    .action(async (region: string) => {
      const { printBucketPolicy } = await import('./cli/bucket-policy.ts');
      process.exitCode = printBucketPolicy(region);
    });

  cli
    .command('payments')
    .description('put the plans and their prices into the account at the payment provider, where they are missing')
    .action(async () => {
      const { preparePayments } = await import('./cli/payments.ts');
      process.exitCode = await preparePayments();
    });
}

/** What operators do while it runs. */
function addAdministration(cli: Command): void {
  cli
    .command('reset-second-factor')
    .description(
      'take all second factors of an account away, whose owner has lost them: the password alone signs in then',
    )
    .argument('<email>')
    .action(async (email: string) => {
      const { resetSecondFactor } = await import('./cli/reset-second-factor.ts');
      process.exitCode = await resetSecondFactor(email);
    });

  const admin = cli.command('admin').description('drills: what is done now and then, and after something went wrong');

  admin
    .command('backup')
    .description('write all rows of one moment into a folder, with the settings of the worker')
    .argument('<folder>', 'an empty one, or one that is not there')
    .option('--objects', 'the originals and outputs that they refer to besides', false)
    .action(async (folder: string, flags: { objects: boolean }) => {
      const { backup } = await import('./cli/admin/backup.ts');
      process.exitCode = await backup(folder, flags);
    });

  admin
    .command('restore')
    .description('put the rows and objects of a backup into a database that is migrated and empty')
    .argument('<folder>')
    .action(async (folder: string) => {
      const { restore } = await import('./cli/admin/backup.ts');
      process.exitCode = await restore(folder);
    });

  admin
    .command('replay-erasures')
    .description('after a restore: have erased once more what was erased since the backup')
    .action(async () => {
      const { replay } = await import('./cli/admin/replay-erasures.ts');
      process.exitCode = await replay();
    });

  admin
    .command('rebuild-artifacts')
    .description('make outputs again that the store has lost or holds damaged, from their originals; the workers do it')
    .option('--quick', 'look only whether they are there, and of what size', false)
    .option('--remove-unreferenced', 'remove what no row knows besides', false)
    .action(async (flags: { quick: boolean; removeUnreferenced: boolean }) => {
      const { rebuildArtifacts } = await import('./cli/admin/rebuild-artifacts.ts');
      process.exitCode = await rebuildArtifacts(flags);
    });

  admin
    .command('usage-reconcile')
    .description('compare the counters of the running periods with the ledger')
    .option('--mend', 'make the counters what the ledger says', false)
    .action(async (flags: { mend: boolean }) => {
      const { reconcileUsage } = await import('./cli/admin/usage-reconcile.ts');
      process.exitCode = await reconcileUsage(flags);
    });

  admin
    .command('drain')
    .description('wait until no document needs a worker of another build than the youngest')
    .option('--keep <build>', 'the build that stays, as in the log of its workers')
    .option('--timeout <seconds>', 'how long to wait', Number, 1_800)
    .action(async (flags: { keep?: string; timeout: number }) => {
      const { drain } = await import('./cli/admin/drain.ts');
      process.exitCode = await drain(flags);
    });

  admin
    .command('rotate-keys')
    .description('seal with the first secrets key what the others have sealed, so that those may go')
    .action(async () => {
      const { rotateKeys } = await import('./cli/admin/rotate-keys.ts');
      process.exitCode = await rotateKeys();
    });

  admin
    .command('verify-store')
    .description('whether each object that a row refers to is in the store as it was put, and which no row knows')
    .option('--quick', 'whether they are there, and of what size; their bytes are not read', false)
    .option('--json', 'one JSON line for each flaw', false)
    .action(async (flags: { quick: boolean; json: boolean }) => {
      const { verifyStore } = await import('./cli/admin/verify-store.ts');
      process.exitCode = await verifyStore(flags);
    });
}

await program().parseAsync();
