/**
 * The command line of a clone: documents, a service elsewhere, and the running of the service. Data go to standard output,
 * talk to standard error.
 */
import { Command } from 'commander';
import { addAdminCommands } from './cli/admin/commands.ts';
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
    .description('check each part of the service with the current settings, and print a remedy for each fault')
    .option('--json', 'write the result as JSON to standard output', false)
    .action(async (flags: { json: boolean }) => {
      const { examine } = await import('./cli/doctor/doctor.ts');
      process.exitCode = await examine(flags);
    });

  addPreparation(cli);
  addAdministration(cli);
  return cli;
}

/** Commands that prepare the service. */
function addPreparation(cli: Command): void {
  cli
    .command('migrate')
    .description('update the database to the current schema, with the login of DATABASE_OWNER_URL')
    .action(async () => {
      const { migrate } = await import('./cli/migrate.ts');
      process.exitCode = await migrate();
    });

  cli
    .command('database-logins')
    .description(
      'create the logins and databases that the DATABASE_URLs name, with the login of DATABASE_ADMINISTRATOR_URL',
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

/** Commands for a running service. */
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

  addAdminCommands(cli);
}

await program().parseAsync();
