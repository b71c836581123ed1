/**
 * Organizations that always have one document in progress and others waiting. Each document uses the processor and
 * costs its sender nothing.
 */
import { randomUUID } from 'node:crypto';
import { headersOf, startAttempts, type StartAttack } from './attack.ts';
import { costlyDocument } from './costly-document.ts';

/** One more than the plan processes at once, so that the next document needs no call that may be rejected. */
const DOCUMENTS = 2;
/**
 * A placeholder that each document replaces, because building a new document would take processor time from the
 * service.
 */
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
