/** The address of the payment sandbox of this installation, and the keys that it shares with the service. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { chosenPort, LOOPBACK } from '#dev/network.ts';
import type { DevState } from '#dev/state.ts';

const DEFAULT_PORT = 8240;

export interface SandboxAccess {
  readonly url: string;
  /** The settings for API and worker. */
  readonly service: NodeJS.ProcessEnv;
  /** The additional settings for the sandbox. */
  readonly sandbox: NodeJS.ProcessEnv;
  /** The keys for the next start. */
  readonly keys: NonNullable<DevState['payments']>;
}

export async function sandboxAccess(dataDir: string, apiUrl: string, known: DevState): Promise<SandboxAccess> {
  const port = await chosenPort('PAYMENTS_PORT', DEFAULT_PORT);
  const url = `http://${LOOPBACK}:${port}`;
  const random = () => randomBytes(24).toString('hex');
  const { secretKey, webhookSecret } = known.payments ?? {
    secretKey: `sk_test_${random()}`,
    webhookSecret: `whsec_${random()}`,
  };
  return {
    url,
    service: { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: url },
    sandbox: {
      SANDBOX_PORT: String(port),
      SANDBOX_FILE: join(dataDir, 'payments.json'),
      SANDBOX_RECIPIENT: `${apiUrl}/api/billing/webhook`,
    },
    keys: { url, secretKey, webhookSecret },
  };
}
