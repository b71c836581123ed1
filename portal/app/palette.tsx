/** Ctrl-K: go anywhere by typing; an id or a hash leads to its document. */
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Button } from '#portal/ui/controls.ts';
import { SearchIcon } from '#portal/ui/icons.ts';
import type { Place } from './navigation.ts';

const load = () => import('#portal/ui/shell/command-palette.tsx');
// It is loaded with the first use, and opens itself then.
const CommandPalette = lazy(async () => ({ default: (await load()).CommandPalette }));

export function Palette({ places }: { readonly places: readonly Place[] }) {
  const navigate = useNavigate();
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (isWanted) return;
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key !== 'k') return;
      event.preventDefault();
      setWanted(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isWanted]);
  const open = async () => {
    if (isWanted) (await load()).openPalette();
    setWanted(true);
  };
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
        onClick={() => void open()}
        aria-keyshortcuts="Control+K"
      >
        Go to
      </Button>
      <Suspense>{isWanted && <CommandPalette actions={actions} />}</Suspense>
    </>
  );
}
