/** Sends signed events one after the other, and repeats each until the recipient accepts it. */
import { setTimeout as delay } from 'node:timers/promises';
import { Stripe } from 'stripe';
import { newId, nowSeconds, type ProviderEvent } from './objects.ts';

export interface Outgoing {
  /** Sends the current state of the object. */
  emit(type: string, object: object): void;
  /** Holds back all events after the call. */
  hold(): void;
  /**
   * Sends the held events in the order that the function gives, which may repeat or omit events; by default in their
   * own order.
   */
  release(order?: (held: readonly ProviderEvent[]) => readonly ProviderEvent[]): void;
  /** Resolves when every event was accepted or given up. */
  idle(): Promise<void>;
  close(): void;
}

/** The address may change while the sandbox runs. */
export interface Recipient {
  readonly url: string;
  readonly secret: string;
}

/** The provider repeats for days. Here the recipient is always near. */
const PAUSES_MS = [0, 200, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

export function outgoing(recipient: Recipient, apiVersion: string): Outgoing {
  const { webhooks } = new Stripe('sk_test_sandbox');
  const closed = new AbortController();
  let held: ProviderEvent[] | null = null;
  let last = Promise.resolve();

  const post = async (event: ProviderEvent): Promise<void> => {
    const payload = JSON.stringify(event);
    const { url, secret } = recipient;
    for (const pauseMs of PAUSES_MS) {
      await delay(pauseMs, undefined, { signal: closed.signal });
      const headers = {
        'Content-Type': 'application/json; charset=utf-8',
        'Stripe-Signature': webhooks.generateTestHeaderString({ payload, secret }),
      };
      const signal = AbortSignal.any([closed.signal, AbortSignal.timeout(10_000)]);
      const answer = await fetch(url, { method: 'POST', headers, body: payload, signal }).catch(() => null);
      await answer?.body?.cancel();
      if (answer?.ok) return;
    }
  };
  const send = (event: ProviderEvent): void => {
    last = last.then(() => post(event)).catch(() => undefined);
  };

  return {
    emit(type, object) {
      const frame = { id: newId('evt'), object: 'event', api_version: apiVersion, created: nowSeconds() } as const;
      const data = { object: structuredClone(object) };
      const event: ProviderEvent = { ...frame, data, livemode: false, pending_webhooks: 1, type };
      if (held) held.push(event);
      else send(event);
    },
    hold() {
      held ??= [];
    },
    release(order = (events) => events) {
      const events = held ?? [];
      held = null;
      for (const event of order(events)) send(event);
    },
    async idle() {
      for (let seen; seen !== last;) {
        seen = last;
        await seen;
      }
    },
    close: () => closed.abort(),
  };
}
