/** Finds a document by its SHA-256, which the browser computes: for that nothing is sent. */
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Input } from '#portal/api/answers.ts';
import { call } from '#portal/api/call.ts';
import { Button, FileButton, Group, Stack, Text } from '#portal/ui/controls.ts';
import { Copyable } from '#portal/ui/copy.tsx';
import { PageDrop } from '#portal/ui/drop.tsx';
import { Source } from '#portal/ui/lazy/source.ts';
import { ProblemAlert } from '#portal/ui/problem.tsx';
import { Banner } from '#portal/ui/tone.tsx';
import { countText, Foreign } from '#portal/ui/words.tsx';
import type { DocumentFilter } from './filters/filters.ts';
import { sha256Of } from './sha256.ts';
import { filesOfChooser, filesOfDrop, type NamedFile } from './upload/dropped-files.ts';
import { usePastedFiles } from './upload/file-buttons.tsx';
import { DEFAULT_UPLOAD_OPTIONS } from './upload/options.ts';

const uploads = new Source(() => import('./upload/uploads.ts'));

interface Found {
  readonly files: readonly NamedFile[];
  /** Null where several were dropped, or the browser cannot compute one. */
  readonly hash: string | null;
  readonly asOriginal: number;
  readonly asResult: number;
}

export interface DocumentSearch {
  readonly found: Found | null;
  readonly error: unknown;
  readonly look: (files: readonly NamedFile[]) => void;
  readonly close: () => void;
}

export function useDocumentSearch(): DocumentSearch {
  const [found, setFound] = useState<Found | null>(null);
  const [error, setError] = useState<unknown>(null);
  const look = (files: readonly NamedFile[]) => {
    setError(null);
    setFound(null);
    if (files.length > 0) lookUp(files).then(setFound, setError);
  };
  return { found, error, look, close: () => setFound(null) };
}

/** The button, and the whole page as a place to drop or paste a file. */
export function FindByFile({ search: { look } }: { readonly search: DocumentSearch }) {
  usePastedFiles(look);
  return (
    <>
      <PageDrop
        words="Drop a PDF to find it. Your browser computes its hash and does not send the file."
        onDrop={(transfer) => void filesOfDrop(transfer).then(({ files }) => look(files), reportError)}
      />
      <FileButton accept="application/pdf,.pdf" onChange={(file) => look(filesOfChooser(file ? [file] : []))}>
        {(props) => (
          <Button {...props} variant="default">
            Find by file
          </Button>
        )}
      </FileButton>
    </>
  );
}

interface FoundDocumentsProps {
  readonly search: DocumentSearch;
  readonly show: (filter: DocumentFilter) => void;
}

export function FoundDocuments({ search: { found, error, close }, show }: FoundDocumentsProps) {
  if (error !== null) return <ProblemAlert error={error} />;
  if (found === null) return null;
  const { files, hash, asOriginal, asResult } = found;
  const isKnown = asOriginal + asResult > 0;
  const choose = (filter: DocumentFilter) => {
    show(filter);
    close();
  };
  return (
    <Banner tone={isKnown ? 'info' : 'neutral'} symbol="info" title={titleOf(found)} isAlert>
      <Stack gap="xs" mt={4}>
        {files.length === 1 && <Foreign>{files[0]?.name ?? ''}</Foreign>}
        {hash !== null && <Copyable value={hash} what="SHA-256 of the file" />}
        {asResult > 0 && <Text fz="sm">The file is a result of this service: it is canonical already.</Text>}
        <Group gap="xs">
          {hash !== null && asOriginal > 0 && (
            <Button size="xs" onClick={() => choose({ original_sha256: hash })}>
              Show where it was sent
            </Button>
          )}
          {hash !== null && asResult > 0 && (
            <Button size="xs" onClick={() => choose({ normalized_sha256: hash })}>
              Show whose result it is
            </Button>
          )}
          <SendFiles files={files} isUsual={!isKnown} />
          <Button size="xs" variant="default" onClick={close}>
            Close
          </Button>
        </Group>
      </Stack>
    </Banner>
  );
}

/** The uploads are loaded only then. */
function SendFiles({ files, isUsual }: { readonly files: readonly NamedFile[]; readonly isUsual: boolean }) {
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>(null);
  const send = async () => {
    setError(null);
    const { uploadStore } = await uploads.ask();
    uploadStore.add(files, DEFAULT_UPLOAD_OPTIONS);
    await navigate({ to: '/documents/upload' });
  };
  return (
    <>
      <Button size="xs" variant={isUsual ? 'filled' : 'default'} onClick={() => void send().catch(setError)}>
        {files.length === 1 ? 'Send it' : `Send the ${files.length} files`}
      </Button>
      <ProblemAlert error={error} />
    </>
  );
}

function titleOf({ files, hash, asOriginal, asResult }: Found): string {
  if (files.length > 1) return 'You can search for one file at a time';
  if (hash === null) return 'This browser computes hashes over HTTPS only: the file was not looked for';
  if (asOriginal > 0) return `This file was sent ${countText(asOriginal, 'time')}`;
  if (asResult > 0) return `This file is the result of ${countText(asResult, 'document')}`;
  return 'This file is not among the stored documents';
}

async function lookUp(files: readonly NamedFile[]): Promise<Found> {
  const [first] = files;
  const hash = files.length === 1 && first ? await sha256Of(first.file) : null;
  if (hash === null) return { files, hash, asOriginal: 0, asResult: 0 };
  const [asOriginal, asResult] = await Promise.all([
    count({ originalSha256: hash }),
    count({ normalizedSha256: hash }),
  ]);
  return { files, hash, asOriginal, asResult };
}

async function count(filter: Input<'listSubmissions'>): Promise<number> {
  const { total, items } = await call('listSubmissions', { ...filter, pageSize: 1 });
  return total ?? items.length;
}
