/** The service that the clients call: an instance of its own, gone afterwards; and the account of a stranger. */
import { startOwnService } from '#tools/installation.ts';
import { newAccount } from '#tools/stranger.ts';

export interface Target {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The pages of its mail catcher; null where mail goes to people. */
  readonly mail: string | null;
  stop(): void;
}

/** @throws Error where the service does not start, or the stranger is refused */
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
