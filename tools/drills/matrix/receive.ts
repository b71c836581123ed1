/** Tries a program that receives webhooks: `node tools/drills/matrix/receive.ts <program> <argument>…`. */
import { tryReceiving } from '#tools/clients/readme.ts';

const [program = '', ...args] = process.argv.slice(2);
const faults = await tryReceiving([program, ...args], process.cwd(), {});
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
