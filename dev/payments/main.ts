/** The payment sandbox as a process of `npm start`, with settings from the environment. A signal ends it. */
import { startSandbox } from './sandbox.ts';

const setting = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set.`);
  return value;
};

const sandbox = await startSandbox({
  port: Number(setting('SANDBOX_PORT')),
  secretKey: setting('STRIPE_SECRET_KEY'),
  recipient: { url: setting('SANDBOX_RECIPIENT'), secret: setting('STRIPE_WEBHOOK_SECRET') },
  file: setting('SANDBOX_FILE'),
});
console.log(`listening at ${sandbox.url}`);

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void sandbox.close());
