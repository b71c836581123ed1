/** `fixpoint reset-second-factor`: for the one owner of an organization, who has nobody else to ask. */
import { loadConfig } from '#src/config.ts';
import { openSealer } from '#src/keys/secrets-key.ts';
import { mailTemplates } from '#src/mail/account-mails.ts';
import { factorResetStore } from '#store/accounts/factor-reset.ts';
import { mailStore } from '#store/mail/mails.ts';
import { connectDatabase } from '#store/orm.ts';

/** Answers the exit code. The reset is audited, and a sweep sends a mail to the member. */
export async function resetSecondFactor(email: string): Promise<number> {
  const config = loadConfig(process.env);
  const sealer = await openSealer(config);
  const database = await connectDatabase(config.databaseUrl);
  try {
    const deps = { mails: mailStore(database, sealer), mailTemplates: mailTemplates(config.publicUrl) };
    const found = await factorResetStore(database, deps).byOperator(email);
    process.stderr.write(found ? 'The password alone signs in now.\n' : 'Nobody has this address.\n');
    return found ? 0 : 1;
  } finally {
    await database.close();
  }
}
