/** Ctrl-K: go anywhere by typing; an id or a hash leads to its document. */
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Button } from '#portal/ui/controls.ts';
import { SearchIcon } from '#portal/ui/icons.ts';
import { overPage } from '#portal/ui/lazy/over-page.tsx';
import { lazyPart } from '#portal/ui/lazy/part.tsx';
import type { Place } from './navigation.ts';

// It is loaded with the first use, and opens itself then.
const CommandPalette = lazyPart(async () => (await import('#portal/ui/shell/command-palette.tsx')).CommandPalette, {
  failed: (failed, { close }) => overPage(failed, close),
});

export function Palette({ places }: { readonly places: readonly Place[] }) {
  const navigate = useNavigate();
  const [openings, setOpenings] = useState(0);
  const isWanted = openings > 0;
  useEffect(() => {
    if (isWanted) return;
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key !== 'k') return;
      event.preventDefault();
      setOpenings(1);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isWanted]);
  const actions = places.map(({ to, label, icon: Icon }) => ({
    id: to,
    label,
    leftSection: <Icon size={18} aria-hidden />,
    onClick: () => void navigate({ to }),
  }));
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<SearchIcon size={16} aria-hidden />}
        onClick={() => setOpenings(openings + 1)}
        aria-keyshortcuts="Control+K"
      >
        Go to
      </Button>
      {isWanted && <CommandPalette actions={actions} openings={openings} close={() => setOpenings(0)} />}
    </>
  );
}
