/** The bytes of the original that a finding speaks of, in hex and as text, with the object marked. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { responseOf } from '#portal/api/call.ts';
import type { Revisions } from '#portal/api/answers.ts';
import { Group, SegmentedControl, Skeleton, Stack, Text } from '#portal/ui/controls.ts';
import { ProblemAlert } from '#portal/ui/problem.tsx';
import { numberText, sizeText } from '#portal/ui/words.tsx';
import { type Excerpt, lookUp } from './look-up.ts';
import { type ByteRange, placeInFile } from './place.ts';
import { linesOf, rowsOf, type Run } from './rows.ts';

/** Where bytes of the original are to be had. */
export interface Source {
  readonly submissionId: string;
  readonly sizeBytes: number;
  readonly timeline: Revisions | null;
}

interface BytesViewProps {
  readonly anomaly: Parameters<typeof placeInFile>[0];
  readonly source: Source;
}

export function BytesView({ anomaly, source: { submissionId, sizeBytes, timeline } }: BytesViewProps) {
  const place = placeInFile(anomaly, sizeBytes);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['bytes of a finding', submissionId, place],
    queryFn: ({ signal }) => lookUp(place, sizeBytes, timeline, (range) => readRange(submissionId, range, signal)),
    staleTime: Infinity,
  });
  if (isPending) return <Skeleton height={220} />;
  if (error) return <ProblemAlert error={error} retry={() => void refetch()} />;
  if (!data) return <Text fz="sm">This finding has no bytes of its own. See the pages instead.</Text>;
  return <ExcerptView excerpt={data} />;
}

async function readRange(id: string, { start, end }: ByteRange, signal: AbortSignal): Promise<Uint8Array> {
  const headers = { Range: `bytes=${start}-${end - 1}` };
  const response = await responseOf('getOriginalOfSubmission', { id }, { headers, signal });
  const bytes = new Uint8Array(await response.arrayBuffer());
  // A proxy may answer with the whole file.
  return response.status === 206 ? bytes : bytes.subarray(start, end);
}

type Look = 'hex' | 'text';

function ExcerptView({ excerpt }: { readonly excerpt: Excerpt }) {
  const [look, setLook] = useState<Look>('hex');
  const { bytes, offset, marked, kind, wholeSize } = excerpt;
  if (bytes.length === 0)
    return (
      <Text fz="sm">
        The object has no bytes of its own in the file, because it is in an object stream or was removed.
      </Text>
    );
  const end = offset + bytes.length;
  const isCut = marked !== null && marked.end > end;
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="sm">
        <Text fz="sm">
          {kind === 'packed' && 'The object has no bytes of its own. These are the bytes that the finding names. '}
          Bytes {numberText(offset)} to {numberText(end)} of the original
          {marked && `, of which ${kind === 'object' ? 'the object' : 'what the finding names'} is marked`}
          {isCut && `; it has ${sizeText(wholeSize)}, and continues after them`}.
        </Text>
        <SegmentedControl
          size="xs"
          aria-label="How the bytes are shown"
          data={[
            { value: 'hex', label: 'Hex' },
            { value: 'text', label: 'Text' },
          ]}
          value={look}
          onChange={(value) => setLook(value === 'text' ? 'text' : 'hex')}
        />
      </Group>
      {look === 'hex' ? <HexTable excerpt={excerpt} /> : <TextLook excerpt={excerpt} />}
    </Stack>
  );
}

function HexTable({ excerpt: { bytes, offset, marked } }: { readonly excerpt: Excerpt }) {
  return (
    <div
      className="fx-code"
      tabIndex={0}
      role="region"
      aria-label="Bytes in hex and as text"
      style={{ maxHeight: '24rem', overflowY: 'auto' }}
    >
      <table style={{ borderSpacing: 0, borderCollapse: 'collapse' }}>
        <thead>
          <tr style={{ textAlign: 'start' }}>
            <th scope="col" style={{ paddingInlineEnd: '1.5ch', fontWeight: 600, textAlign: 'start' }}>
              byte
            </th>
            <th scope="col" style={{ paddingInlineEnd: '2ch', fontWeight: 600, textAlign: 'start' }}>
              hex
            </th>
            <th scope="col" style={{ fontWeight: 600, textAlign: 'start' }}>
              text
            </th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(bytes, offset, marked).map(({ offset: at, runs }) => (
            <tr key={at}>
              <th scope="row" style={{ paddingInlineEnd: '1.5ch', fontWeight: 400, textAlign: 'end' }}>
                {at}
              </th>
              <td style={{ paddingInlineEnd: '2ch' }}>
                {runs.map((run, index) => [index > 0 && ' ', <Marked key={index} run={run} what="hex" />])}
              </td>
              <td>
                {runs.map((run, index) => (
                  <Marked key={index} run={run} what="text" />
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const MARK = { background: 'var(--fx-caution-soft)', color: 'inherit', borderBlockEnd: '2px solid var(--fx-caution)' };

function Marked({ run, what }: { readonly run: Run; readonly what: 'hex' | 'text' }) {
  return run.isMarked ? <mark style={MARK}>{run[what]}</mark> : <span>{run[what]}</span>;
}

function TextLook({ excerpt: { bytes, offset, marked } }: { readonly excerpt: Excerpt }) {
  const from = Math.min(Math.max((marked?.start ?? offset) - offset, 0), bytes.length);
  const to = Math.min(Math.max((marked?.end ?? offset) - offset, from), bytes.length);
  return (
    <pre
      className="fx-code"
      tabIndex={0}
      role="region"
      aria-label="Bytes as text"
      style={{ maxHeight: '24rem', overflowY: 'auto' }}
    >
      {linesOf(bytes.subarray(0, from))}
      <mark style={MARK}>{linesOf(bytes.subarray(from, to))}</mark>
      {linesOf(bytes.subarray(to))}
    </pre>
  );
}
