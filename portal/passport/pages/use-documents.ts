/** The two documents of a pair, opened in their frames. */
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { responseOf } from '#portal/api/call.ts';
import type { ApiProblem } from '#portal/api/problem.ts';
import { Frame } from './drawing/frame.ts';
import { FramedDocument } from './drawing/framed-document.ts';
import type { Side } from './sides.ts';

/** Documents may be large, so their bytes are released soon after they are no longer shown. */
const KEPT_MS = 60_000;

export interface OpenSide {
  readonly document: FramedDocument;
  readonly pages: number;
}

/** `problem`: the bytes could not be had, or not be opened. */
export interface SideState {
  readonly open: OpenSide | null;
  readonly problem: unknown;
  readonly retry: () => void;
}

/** A state of a stored document. Revisions share the bytes. */
export function useSide(submissionId: string, { bytes }: Side): SideState {
  const client = useQueryClient();
  const endByte = bytes.of === 'original' ? bytes.endByte : null;
  const hash = bytes.of === 'artifact' ? bytes.sha256 : null;
  const read = useCallback(async () => {
    const whole = await client.fetchQuery(hash === null ? originalOf(submissionId) : artifactOf(hash));
    return whole.subarray(0, endByte ?? whole.length);
  }, [client, submissionId, endByte, hash]);
  return useOpened(read);
}

/** A document that the page has already. */
export function useBlob(blob: Blob): SideState {
  return useOpened(useCallback(async () => new Uint8Array(await blob.arrayBuffer()), [blob]));
}

/** Reads the bytes once per mounted page, and opens them in a frame. */
function useOpened(read: () => Promise<Uint8Array>): SideState {
  const [state, setState] = useState<Pick<SideState, 'open' | 'problem'>>({ open: null, problem: null });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const document = new FramedDocument(read(), () => new Frame());
    let isLeft = false;
    const become = (open: OpenSide | null, problem: unknown) => {
      if (!isLeft) setState({ open, problem });
    };
    document.pages().then(
      (pages) => become({ document, pages }, null),
      (problem: unknown) => become(null, problem),
    );
    return () => {
      become(null, null);
      isLeft = true;
      document.close();
    };
  }, [read, attempt]);
  return { ...state, retry: () => setAttempt(attempt + 1) };
}

const originalOf = (id: string) =>
  bytesOf(['original', id], (signal) => responseOf('getOriginalOfSubmission', { id }, { signal }));

const artifactOf = (hash: string) =>
  bytesOf(['artifact', hash], (signal) => responseOf('getArtifact', { hash }, { signal }));

function bytesOf(key: readonly string[], ask: (signal: AbortSignal) => Promise<Response>) {
  return queryOptions<Uint8Array, ApiProblem>({
    queryKey: ['bytes', ...key],
    queryFn: async ({ signal }) => new Uint8Array(await (await ask(signal)).arrayBuffer()),
    gcTime: KEPT_MS,
    staleTime: Infinity,
  });
}
