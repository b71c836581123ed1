/** Links that sign in as the owner of the demo organization once within ten minutes. */
import { z } from 'zod';

const TIMEOUT_MS = 5_000;
const Ticket = z.object({ ticket: z.string() });

/** Throws if the service gives no tickets, as outside of development. */
export async function newTicket(baseUrl: string): Promise<string> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(`${baseUrl}/api/development/tickets`, { method: 'POST', signal });
  if (!response.ok) throw new Error(`no ticket of the demo organization: ${response.status}`);
  return Ticket.parse(await response.json()).ticket;
}

/** @param next the next page of the portal, for example `/documents` */
export function ticketUrl(baseUrl: string, ticket: string, next?: string): string {
  const query = new URLSearchParams({ ticket, ...(next !== undefined && { next }) });
  return `${baseUrl}/portal/#/ticket?${query.toString()}`;
}
