/** The mail catcher as a process of `npm start`, which runs until a signal ends it. */
import { startMailCatcher } from './mail-catcher.ts';

const catcher = await startMailCatcher({
  directory: process.env['MAIL_DIR'] ?? '',
  smtpPort: Number(process.env['MAIL_SMTP_PORT']),
  pagePort: Number(process.env['MAIL_PAGE_PORT']),
});
console.log(`takes mail at ${catcher.smtpUrl}, shows it at ${catcher.url}`);

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void catcher.close());
