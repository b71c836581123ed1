/** Organizations that have as many documents under way as they may, which burn the processor and cost them no unit. */
import { randomUUID } from 'node:crypto';
import { PLANS } from '#domain/billing/plan.ts';
import { headersOf, startAttempts, type StartAttack } from './attack.ts';
import { costlyDocument } from './costly-document.ts';

export const sendCostlyDocuments: StartAttack = async (url, attackers) => {
  const attempts = startAttempts();
  for (const [index, attacker] of attackers.entries()) {
    const headers = { ...headersOf(attacker, index), 'Content-Type': 'application/pdf' };
    const send = () =>
      attempts.post('costly document', `${url}/api/normalize`, headers, Buffer.from(costlyDocument(randomUUID())));
    for (let at = 0; at < PLANS.free.concurrentJobs; at++) attempts.again(send);
  }
  return { held: () => 'costly documents are under way', answers: attempts.answers };
};
