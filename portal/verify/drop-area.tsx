/** The area for dropped files: the whole page accepts them, and a button serves the keyboard. */
import { useEffect, useState } from 'react';
import { filesOfDrop } from '#portal/documents/upload/dropped-files.ts';
import { Button, FileButton, Stack, Text } from '#portal/ui/controls.ts';
import { UploadIcon } from '#portal/ui/icons.ts';

interface DropAreaProps {
  readonly onFiles: (files: readonly File[]) => void;
  readonly isReading: boolean;
}

export function DropArea({ onFiles, isReading }: DropAreaProps) {
  const isOver = useDrop(onFiles);
  return (
    <Stack
      align="center"
      gap="sm"
      p="xl"
      style={{
        border: `2px dashed ${isOver ? 'var(--fx-info)' : 'var(--fx-line)'}`,
        background: isOver ? 'var(--fx-info-soft)' : undefined,
        borderRadius: 12,
        textAlign: 'center',
      }}
    >
      <UploadIcon size={28} aria-hidden />
      <Text fw={600}>{isOver ? 'Release to check the files' : 'Drop files anywhere on this page'}</Text>
      <FileButton multiple onChange={onFiles}>
        {(props) => (
          <Button {...props} variant="default" loading={isReading}>
            Choose files
          </Button>
        )}
      </FileButton>
    </Stack>
  );
}

/** With the files in folders. If a file cannot be read, the drop is given as it is, so that the verdict says so. */
async function filesOf(transfer: DataTransfer): Promise<readonly File[]> {
  const dropped = [...transfer.files];
  const { files, unreadable } = await filesOfDrop(transfer);
  return unreadable.length > 0 ? dropped : files.map(({ file }) => file);
}

/** Answers whether files hang over the page. Without it the browser would open what is dropped beside the area. */
function useDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      event.preventDefault();
      setIsOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false);
    };
    const drop = (event: DragEvent) => {
      event.preventDefault();
      setIsOver(false);
      if (event.dataTransfer) void filesOf(event.dataTransfer).then(onFiles);
    };
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, [onFiles]);
  return isOver;
}
