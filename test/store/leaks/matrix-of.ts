/** The matrix of leaks with a changed view of the database: two organizations, and every call by every caller. */
import { expect, inject } from 'vitest';
import { NO_PAYMENTS, type Payments } from '#src/payments/port.ts';
import type { Database } from '#store/database/database.ts';
import { ownDatabase } from '#test/support/own-database.ts';
import { startApi } from '#test/support/api.ts';
import { groundOf } from './ground.ts';
import { type Outcome, runMatrix } from './matrix.ts';
import { canariesOf, newParty } from './parties.ts';

export const PAYMENTS: Payments = {
  ...NO_PAYMENTS,
  createCustomer: async ({ organizationId }) => `cus_of_${organizationId}`,
  checkout: async ({ customerId }) => `https://payments.example/${customerId}`,
  portal: async (customerId) => `https://payments.example/portal/${customerId}`,
  subscriptions: async () => [],
};

/** The real API makes two organizations. Then every call of the matrix uses the view. */
export async function matrixOf(
  view: (database: Database) => Database,
  isMeant?: Parameters<typeof runMatrix>[3],
): Promise<Outcome> {
  let begun = false;
  const api = await startApi({
    payments: PAYMENTS,
    databaseUrl: (await ownDatabase(inject('parts'))).databaseUrl,
    view: (database) => {
      const viewed = view(database);
      return {
        ...database,
        tenant: (organizationId) => (begun ? viewed : database).tenant(organizationId),
        system: () => (begun ? viewed : database).system(),
      };
    },
  });
  try {
    const [stranger, other] = [await newParty(api), await newParty(api)];
    const canaries = await canariesOf(api, other, stranger);
    expect(canaries.length).toBeGreaterThan(100);
    const { idempotency: _hashedOnly, ...ids } = other.ids;
    for (const secret of [other.organizationId, ...Object.values(ids)]) expect(canaries).toContain(secret);
    begun = true;
    return await runMatrix(groundOf(api), { stranger, other }, canaries, isMeant);
  } finally {
    await api.close();
  }
}
