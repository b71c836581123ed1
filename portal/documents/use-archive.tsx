/** Downloading many documents at once, with its progress. */
import { useEffect, useRef, useState } from 'react';
import { Button, Group, Progress, Text } from '#portal/ui/controls.ts';
import { Source } from '#portal/ui/lazy/source.ts';
import { ProblemAlert } from '#portal/ui/problem.tsx';
import { numberText } from '#portal/ui/words.tsx';
import type { ArchivedDocument } from './archive-parts.ts';

const archive = new Source(() => import('./archive.ts'));

interface ArchiveDownload {
  /** The number of downloaded documents, or null without a download. */
  readonly done: number | null;
  readonly error: unknown;
  /** Asks for what is to be packed, and packs it. */
  readonly begin: (ask: () => Promise<readonly ArchivedDocument[]>) => void;
  readonly cancel: () => void;
}

export function useArchive(name: string): ArchiveDownload {
  const [done, setDone] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const begin = async (ask: () => Promise<readonly ArchivedDocument[]>) => {
    const { signal } = (controller.current = new AbortController());
    setError(null);
    setDone(0);
    try {
      const { downloadArchives } = await archive.ask();
      await downloadArchives({ name, documents: await ask(), signal, tell: setDone });
    } catch (failure) {
      if (!signal.aborted) setError(failure);
    } finally {
      setDone(null);
    }
  };
  return { done, error, begin: (ask) => void begin(ask), cancel: () => controller.current?.abort() };
}

export function DownloadProgress({ download, total }: { readonly download: ArchiveDownload; readonly total: number }) {
  const { done, error, cancel } = download;
  if (done === null) return <ProblemAlert error={error} />;
  return (
    <Group gap="sm" wrap="nowrap">
      <Progress value={(done / Math.max(1, total)) * 100} style={{ flex: 1 }} aria-label="Downloaded documents" />
      <Text fz="sm" style={{ whiteSpace: 'nowrap' }}>
        {numberText(done)} of {numberText(total)}
      </Text>
      <Button size="compact-sm" variant="default" onClick={cancel}>
        Cancel
      </Button>
    </Group>
  );
}
