/** The program of the attackers. It reads its orders, attacks until its input ends, and writes a report. */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { StartAttack } from './attack.ts';
import type { AttackName, Orders } from './attackers-process.ts';
import { sendCostlyDocuments } from './costly-documents.ts';
import { holdResources } from './held-resources.ts';

const STARTS: Readonly<Record<AttackName, StartAttack>> = {
  'held resources': holdResources,
  'costly documents': sendCostlyDocuments,
};

const lines = createInterface({ input: process.stdin });
const [line] = await once(lines, 'line');
const { name, url, attackers, document }: Orders = JSON.parse(String(line));
const ended = once(lines, 'close');
const attack = await STARTS[name](url, attackers, Buffer.from(document, 'base64'));
process.stdout.write('started\n');
await ended;
const report = `${attack.held()}; answers: ${attack.answers()}`;
process.stdout.write(`${report}\n`, () => process.exit());
