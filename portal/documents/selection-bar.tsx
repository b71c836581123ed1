/** Actions on the selected documents. */
import { useState } from 'react';
import type { Submission } from '#portal/api/answers.ts';
import { useRefusal } from '#portal/api/permission.ts';
import { ActionButton } from '#portal/ui/action-button.tsx';
import { Button, Group, Paper, Stack, Text } from '#portal/ui/controls.ts';
import { CompareIcon, DeleteIcon, DownloadIcon } from '#portal/ui/icons.ts';
import { LinkButton } from '#portal/ui/link.tsx';
import { countText, numberText, sizeText } from '#portal/ui/words.tsx';
import { type ArchivedDocument, archivedOf, inParts, PART_BYTES } from './archive-parts.ts';
import { EraseDialog } from './erase-dialog.tsx';
import { DownloadProgress, useArchive } from './use-archive.tsx';

interface SelectionBarProps {
  readonly selected: readonly Submission[];
  readonly clear: () => void;
  /** The names of archives. */
  readonly archiveName: string;
}

export function SelectionBar({ selected, clear, archiveName }: SelectionBarProps) {
  const [isErasing, setErasing] = useState(false);
  const refusal = useRefusal('erasure.write');
  const download = useArchive(archiveName);
  if (selected.length === 0) return null;
  const documents = archivedOf(selected);
  const hashes = new Set(selected.flatMap(({ original }) => original.sha256 ?? []));
  const notes = [
    documents.length < selected.length && withoutResult(selected.length - documents.length),
    documents.length > 0 && archiveNote(documents),
  ].filter((note) => note !== false);
  return (
    <Paper className="fx-sticky" withBorder p="sm" component="section" aria-label="Selected documents">
      <Stack gap="xs">
        <Group gap="sm">
          <Text fw={600} role="status">
            {numberText(selected.length)} selected
          </Text>
          <Button
            size="xs"
            leftSection={<DownloadIcon size={16} aria-hidden />}
            disabled={documents.length === 0 || download.done !== null}
            onClick={() => download.begin(() => Promise.resolve(documents))}
          >
            Download the results
          </Button>
          <CompareButton documents={documents} isPair={selected.length === 2} />
          <ActionButton
            size="xs"
            variant="default"
            leftSection={<DeleteIcon size={16} aria-hidden />}
            refusal={hashes.size === 0 ? 'They are erased already.' : refusal}
            onClick={() => setErasing(true)}
          >
            Erase…
          </ActionButton>
          <Button size="xs" variant="subtle" onClick={clear}>
            Select none
          </Button>
        </Group>
        {notes.length > 0 && (
          <Text fz="sm" c="dimmed">
            {notes.join(' ')}
          </Text>
        )}
        <DownloadProgress download={download} total={documents.length} />
        <EraseDialog isOpen={isErasing} onClose={() => setErasing(false)} hashes={[...hashes]} onErased={clear} />
      </Stack>
    </Paper>
  );
}

function CompareButton({ documents, isPair }: { documents: readonly ArchivedDocument[]; isPair: boolean }) {
  const [a, b] = documents;
  // Selected are the newest first, and what came first is "before".
  if (!isPair || !a || !b) return null;
  return (
    <LinkButton
      to="/compare"
      search={{ a: b.submissionId, b: a.submissionId }}
      size="xs"
      variant="default"
      leftSection={<CompareIcon size={16} aria-hidden />}
    >
      Compare the two
    </LinkButton>
  );
}

function archiveNote(documents: readonly ArchivedDocument[]): string {
  const bytes = documents.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const parts = inParts(documents).length;
  if (parts === 1) return `The archive has ${sizeText(bytes)}.`;
  return `${sizeText(bytes)} come as ${countText(parts, 'archive')} of up to ${sizeText(PART_BYTES)}: each is put together in memory.`;
}

function withoutResult(count: number): string {
  return `${numberText(count)} of them ${count === 1 ? 'has' : 'have'} no result to download.`;
}
