/** Buttons that choose files or a folder, and pasting, for people who do not drag and drop. */
import { useEffect, useRef } from 'react';
import { Button, FileButton, Group } from '#portal/ui/controls.ts';
import { filesOfChooser, type NamedFile } from './dropped-files.ts';

interface FileButtonsProps {
  readonly onFiles: (files: readonly NamedFile[]) => void;
  readonly isDisabled: boolean;
}

export function FileButtons({ onFiles, isDisabled }: FileButtonsProps) {
  const folder = useRef<HTMLInputElement>(null);
  return (
    <Group justify="center" gap="sm">
      <FileButton
        multiple
        accept="application/pdf,.pdf"
        disabled={isDisabled}
        onChange={(files) => onFiles(filesOfChooser(files))}
      >
        {(props) => (
          <Button {...props} disabled={isDisabled}>
            Choose files
          </Button>
        )}
      </FileButton>
      <Button variant="default" disabled={isDisabled} onClick={() => folder.current?.click()}>
        Choose a folder
      </Button>
      <input
        ref={folder}
        type="file"
        hidden
        aria-label="Folder"
        // It is no attribute of the standard, and every browser on a desktop has it.
        {...{ webkitdirectory: '' }}
        onChange={(event) => {
          onFiles(filesOfChooser(event.currentTarget.files ?? []));
          event.currentTarget.value = '';
        }}
      />
    </Group>
  );
}

/** Files that are pasted anywhere on the page but into a field. */
export function usePastedFiles(onFiles: FileButtonsProps['onFiles']): void {
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  });
  useEffect(() => {
    const paste = ({ clipboardData }: ClipboardEvent) => {
      const files = filesOfChooser(clipboardData?.files ?? []);
      if (files.length > 0) latest.current(files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
}
