/** The list of keyboard shortcuts. */
import { Dialog } from '#portal/ui/dialog.tsx';
import { Facts } from '#portal/ui/words.tsx';
import type { Place } from './navigation.ts';

export function KeysDialog({ places, close }: { readonly places: readonly Place[]; readonly close: () => void }) {
  const rows = places.map(({ key, label }) => [label, <kbd key={key}>g {key}</kbd>] as const);
  return (
    <Dialog title="Keys" isOpen onClose={close}>
      <Facts
        rows={[
          ['Go anywhere', <kbd key="k">Ctrl K</kbd>],
          ['These keys', <kbd key="q">?</kbd>],
          ...rows,
          ['Pages before and after', 'Within them ← → n p 1 2 3 b + − 0, as told below them'],
        ]}
      />
    </Dialog>
  );
}
