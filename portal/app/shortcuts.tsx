/** Keys without a modifier: `?` lists them, `g` and a letter opens a page. None works while somebody types. */
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { overPage } from '#portal/ui/lazy/over-page.tsx';
import { lazyPart } from '#portal/ui/lazy/part.tsx';
import type { Place } from './navigation.ts';

const Keys = lazyPart(async () => (await import('./keys-dialog.tsx')).KeysDialog, {
  failed: (failed, { close }) => overPage(failed, close),
});

const PAUSE_MS = 1_500;

export function Shortcuts({ places }: { readonly places: readonly Place[] }) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  useEffect(() => {
    let goneAt = -Infinity;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === '?') setOpen(true);
      else if (event.key === 'g') goneAt = event.timeStamp;
      else if (event.timeStamp - goneAt < PAUSE_MS) {
        goneAt = -Infinity;
        const place = places.find(({ key }) => key === event.key);
        if (place) void navigate({ to: place.to });
      }
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [places, navigate]);
  return isOpen && <Keys places={places} close={() => setOpen(false)} />;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
