/** Ctrl-K: go anywhere by typing. */
import '@mantine/spotlight/styles.css';
import { Spotlight, type SpotlightActionData, spotlight } from '@mantine/spotlight';
import { useEffect } from 'react';

interface CommandPaletteProps {
  /** What can be typed for, and what happens then. */
  readonly actions: readonly SpotlightActionData[];
  /** It opens as soon as it is there, and each time that this grows. */
  readonly openings: number;
  /** Where it could not be loaded. */
  readonly close: () => void;
}

export function CommandPalette({ actions, openings }: CommandPaletteProps) {
  useEffect(() => spotlight.open(), [openings]);
  return (
    <Spotlight
      actions={[...actions]}
      shortcut="mod + K"
      nothingFound="No result has that name."
      attributes={{ content: { 'aria-label': 'Where to?' } }}
      searchProps={{ placeholder: 'Where to?', 'aria-label': 'Where to?' }}
    />
  );
}
