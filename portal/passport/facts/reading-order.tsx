/** Tags, language and reading order, read from the canonical PDF in the frame that draws it. */
import { useEffect, useRef } from 'react';
import { useAttempt } from '#portal/api/use-attempt.ts';
import { responseOf } from '#portal/api/call.ts';
import type { Submission } from '#portal/api/answers.ts';
import type { Outline } from '#portal/frame/protocol.ts';
import { Button, Group, Stack, Text } from '#portal/ui/controls.ts';
import { ProblemAlert } from '#portal/ui/problem.tsx';
import { Foreign, visible } from '#portal/ui/words.tsx';
import { wordsOf } from '#portal/passport/pages/drawing/drawing-error.ts';
import { Frame } from '#portal/passport/pages/drawing/frame.ts';
import { FramedDocument } from '#portal/passport/pages/drawing/framed-document.ts';
import { linesOf } from './standards.ts';

interface ReadTagsProps {
  readonly submission: Submission;
  readonly onRead: (outline: Outline) => void;
}

/** Only when it is asked for: the whole document is fetched and read. */
export function ReadTags({ submission: { normalized }, onRead }: ReadTagsProps) {
  const { attempt, busy, error } = useAttempt();
  const frame = useRef<FramedDocument | null>(null);
  useEffect(() => () => frame.current?.close(), []);
  if (normalized === null) return null;
  const read = async () => {
    const fetched = responseOf('getArtifact', { hash: normalized.sha256 });
    const bytes = fetched.then(async (response) => new Uint8Array(await response.arrayBuffer()));
    const document = new FramedDocument(bytes, () => new Frame());
    frame.current = document;
    try {
      onRead(await document.outline());
    } finally {
      document.close();
    }
  };
  return (
    <Stack gap="sm">
      <Group>
        <Button variant="default" size="compact-md" loading={busy !== null} onClick={() => void attempt('read', read)}>
          Read the tags of the canonical PDF
        </Button>
      </Group>
      {wordsOf(error) === null ? <ProblemAlert error={error} /> : <Text role="alert">{wordsOf(error)}</Text>}
    </Stack>
  );
}

/** The reading order of the document, element by element. */
export function ReadingOrder({ outline }: { readonly outline: Outline }) {
  const lines = linesOf(outline);
  if (lines.length === 0) return null;
  return (
    <details>
      <summary>Reading order, element by element</summary>
      <ol style={{ listStyle: 'none', margin: '0.5rem 0 0', padding: 0 }}>
        {lines.map(({ key, page, depth, role, text }) => (
          <li key={key} style={{ paddingInlineStart: `${Math.min(depth, 8)}rem`, paddingBlock: 2 }}>
            {page !== null && (
              <Text size="sm" c="dimmed" ms={`${-Math.min(depth, 8)}rem`}>
                Page {page}
              </Text>
            )}
            <code className="fx-foreign">{visible(role)}</code> <Foreign>{text}</Foreign>
          </li>
        ))}
      </ol>
      {outline.isCut && <Text c="dimmed">The list is longer than the part shown here.</Text>}
    </details>
  );
}
