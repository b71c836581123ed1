/** An area for dropped files. Keyboard users have the buttons within. */
import { Box, Text } from '@mantine/core';
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';

interface DropZoneProps {
  /** The label of the files, such as "The document before". */
  readonly label: string;
  /** Called in the drop itself, as long as the browser gives the files. */
  readonly onDrop: (transfer: DataTransfer) => void;
  readonly children: ReactNode;
}

export function DropZone({ label, onDrop, children }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onDrop(event.dataTransfer);
  };
  return (
    <div
      role="group"
      aria-label={label}
      className={isOver ? 'fx-drop fx-drop-over' : 'fx-drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
    </div>
  );
}

/** The whole page accepts dropped files, and shows that during the drag. */
export function PageDrop({ words, onDrop }: { readonly words: string; readonly onDrop: DropZoneProps['onDrop'] }) {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onDrop);
  useEffect(() => {
    latest.current = onDrop;
  });
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const hold = (event: globalThis.DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    };
    document.addEventListener('dragover', hold, { signal });
    // Leaving the window is leaving its last element for nothing.
    document.addEventListener('dragleave', (event) => event.relatedTarget === null && setOver(false), { signal });
    document.addEventListener(
      'drop',
      (event) => {
        setOver(false);
        if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        latest.current(event.dataTransfer);
      },
      { signal },
    );
    return () => stop.abort();
  }, []);
  if (!isOver) return null;
  return (
    <Box className="fx-drop-page" aria-hidden>
      <Text fw={600} fz="lg">
        {words}
      </Text>
    </Box>
  );
}
