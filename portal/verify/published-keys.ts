/** The key set of the service that this page came from: asked for once, and kept for as long as the tab is open. */
import { useCallback, useEffect, useState } from 'react';
import { KEY_SET_PATH } from '#domain/attestation.ts';
import { addressOf } from '#portal/api/send.ts';
import { member } from '#src/proof/verify/members.ts';
import { loadTimestamps } from './timestamp-verifier.ts';

export interface PublishedKeys {
  readonly state: 'asking' | 'known' | 'absent';
  /** Undefined until they are known. */
  readonly published: unknown;
  readonly count: number;
  readonly retry: () => void;
}

export function usePublishedKeys(): PublishedKeys {
  const [state, setState] = useState<PublishedKeys['state']>('asking');
  const [published, setPublished] = useState<unknown>(undefined);
  const ask = useCallback(() => {
    setState('asking');
    const fail = () => setState('absent');
    fetchKeySet().then(async (value) => {
      setPublished(value);
      // After this the page needs no further request.
      await loadTimestamps();
      setState('known');
    }, fail);
  }, []);
  useEffect(ask, [ask]);
  const keys = member(published, 'keys');
  return { state, published, count: Array.isArray(keys) ? keys.length : 0, retry: ask };
}

/** The one request of this page beyond its own parts, without a cookie and without anything of what was dropped. */
export async function fetchKeySet(): Promise<unknown> {
  const response = await fetch(addressOf(KEY_SET_PATH), { credentials: 'omit' });
  if (!response.ok) throw new Error(`The key set was answered with ${response.status}.`);
  return response.json();
}
