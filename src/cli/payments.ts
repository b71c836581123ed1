/** `fixpoint payments`: products, prices, meter and portal settings in the account of STRIPE_SECRET_KEY. */
import { loadConfig } from '#src/config.ts';
import { ensureCatalogue } from '#src/payments/catalogue.ts';
import { stripeClient } from '#src/payments/stripe.ts';

/** Answers the exit code. */
export async function preparePayments(): Promise<number> {
  const { payments } = loadConfig(process.env);
  if (payments === null) {
    process.stderr.write('STRIPE_SECRET_KEY is not set.\n');
    return 2;
  }
  const made = await ensureCatalogue(stripeClient(payments));
  process.stderr.write(made.length === 0 ? 'Nothing was missing.\n' : `Made: ${made.join(', ')}\n`);
  return 0;
}
