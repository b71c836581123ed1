/** Ctrl-K: go anywhere by typing. */
import '@mantine/spotlight/styles.css';
import { Spotlight, type SpotlightActionData, spotlight } from '@mantine/spotlight';
import { useEffect } from 'react';

/** @param actions what can be typed for, and what happens then; open as soon as it is there */
export function CommandPalette({ actions }: { readonly actions: readonly SpotlightActionData[] }) {
  useEffect(() => spotlight.open(), []);
  return (
    <Spotlight
      actions={[...actions]}
      shortcut="mod + K"
      nothingFound="Nothing of that name."
      attributes={{ content: { 'aria-label': 'Where to?' } }}
      searchProps={{ placeholder: 'Where to?', 'aria-label': 'Where to?' }}
    />
  );
}

export const openPalette = spotlight.open;
