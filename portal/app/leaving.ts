/**
 * Leaves the pages of a person whose sign-in has ended. All tabs of a browser share the sign-in. When one tab ends it,
 * the others leave their pages too, so that the next person at the browser reads nothing.
 */
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { forget } from '#portal/api/session.ts';
import { forgetUploads } from '#portal/documents/upload/presence.ts';
import { queries } from './query-client.ts';

const otherTabs = new BroadcastChannel('fixpoint-signed-out');

/** Leaves them in this tab and, once the sign-in has ended, in the others. */
export function useLeaving(): () => Promise<void> {
  const leave = useLeavingHere();
  return useCallback(() => {
    // A channel has no other origin to send to.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    otherTabs.postMessage(null);
    return leave();
  }, [leave]);
}

/** For the frame around these pages. */
export function useLeavingWithOtherTabs(): void {
  const leave = useLeavingHere();
  useEffect(() => {
    const listener = () => void leave();
    otherTabs.addEventListener('message', listener);
    return () => otherTabs.removeEventListener('message', listener);
  }, [leave]);
}

function useLeavingHere(): () => Promise<void> {
  const navigate = useNavigate();
  return useCallback(async () => {
    forgetUploads();
    await navigate({ to: '/login' });
    forget();
    queries.clear();
  }, [navigate]);
}
