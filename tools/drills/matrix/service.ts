/** The service for the clients: a separate instance, which is removed afterwards, with a new account. */
import { startOwnService } from '#tools/installation.ts';
import { newAccount } from '#tools/stranger.ts';

export interface Target {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The pages of its mail catcher; null if mails go to people. */
  readonly mail: string | null;
  stop(): void;
}

/** @throws Error if the service does not start, or the account is refused */
export async function startTarget(): Promise<Target> {
  const { service, stop } = startOwnService();
  const { baseUrl, mail } = service;
  try {
    if (mail === undefined) throw new Error('SMTP_URL sends mail to people: unset it.');
    const { apiKey } = await newAccount({ baseUrl, mail, ask: fetch }, 'Matrix');
    return { baseUrl, apiKey, mail, stop };
  } catch (error) {
    stop();
    throw error;
  }
}
