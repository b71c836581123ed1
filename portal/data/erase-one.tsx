/** One document, found by its hash. The file itself stays on the reader's machine. */
import { type DragEvent, useState } from 'react';
import { useAttempt } from '#portal/api/use-attempt.ts';
import type { Answers } from '#portal/api/answers.ts';
import { ApiProblem } from '#portal/api/problem.ts';
import { useAction } from '#portal/api/queries.ts';
import { Button, FileButton, Group, Stack, Text, TextInput } from '#portal/ui/controls.ts';
import { ConfirmDialog } from '#portal/ui/dialog.tsx';
import { ProblemAlert } from '#portal/ui/problem.tsx';
import { Banner } from '#portal/ui/tone.tsx';
import { toast } from '#portal/ui/toast.tsx';
import { countText } from '#portal/ui/words.tsx';
import { hashOfFile } from './hash-of-file.ts';
import { readHash } from './read-hash.ts';

type Count = Answers['requestErasure'];

/** An error that the page shows beside its field. */
const NO_HASH = 'A SHA-256 has 64 hexadecimal digits.';

export function EraseOne({ refusal }: { readonly refusal: string | null }) {
  const { text, hash, error, isBusy, count, type, look, take, erase } = useErasure();
  const [isAsking, setAsking] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void take(event.dataTransfer.files[0]);
  };
  return (
    <form
      className="fx-drop-field"
      onSubmit={(event) => {
        event.preventDefault();
        if (refusal === null) void look(hash);
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <Stack gap="sm">
        <TextInput
          label="One document, by its SHA-256"
          description="Use the hash of the original, of the canonical document or of its text. Or drop the PDF here: your browser computes the hash and does not send the file."
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={text.trim() !== '' && hash === null ? NO_HASH : null}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
        <Group gap="sm">
          <Button type="submit" variant="default" loading={isBusy} disabled={refusal !== null}>
            Find matching documents
          </Button>
          <FileButton accept="application/pdf" onChange={(file) => void take(file)}>
            {(props) => (
              <Button variant="default" disabled={refusal !== null} {...props}>
                Choose a PDF
              </Button>
            )}
          </FileButton>
          <Text c="dimmed" fz="sm" component="span">
            {refusal}
          </Text>
        </Group>
        <div role="status">{count !== null && <Counted count={count} erase={() => setAsking(true)} />}</div>
        <ProblemAlert error={error} />
      </Stack>
      <ConfirmDialog
        title="Erase the document"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        action="Erase it"
        typed="erase"
        act={erase}
      >
        {countText(count?.matchedSubmissions ?? 0, 'submission')} of it and everything about{' '}
        {count?.matchedSubmissions === 1 ? 'it' : 'them'} will be gone, also from the archives of your exports. It
        cannot be undone.
      </ConfirmDialog>
    </form>
  );
}

/** The typed or dropped hash, the matching documents, and the erasure. */
function useErasure() {
  const [text, setText] = useState('');
  const { attempt, busy, error, setError } = useAttempt();
  const [count, setCount] = useState<Count | null>(null);
  const request = useAction('requestErasure', ['listErasures', 'listSubmissions', 'getStats']);
  const hash = readHash(text);
  const type = (next: string) => {
    setText(next);
    setCount(null);
    setError(null);
  };
  const look = async (wanted: string | null) => {
    setCount(null);
    await attempt('look', async () => {
      if (wanted === null) throw new ApiProblem(NO_HASH);
      setCount(await request.mutateAsync({ contentHash: `sha256:${wanted}`, dryRun: true }));
    });
  };
  const take = async (file: File | null | undefined) => {
    if (!file) return;
    setError(null);
    try {
      const found = await hashOfFile(file);
      setText(found);
      await look(found);
    } catch (failure) {
      setError(failure);
    }
  };
  const erase = async () => {
    await request.mutateAsync({ contentHash: `sha256:${hash}` });
    toast('The erasure has started.');
    type('');
  };
  return { text, hash, error, isBusy: busy !== null, count, type, look, take, erase };
}

function Counted({ count, erase }: { readonly count: Count; readonly erase: () => void }) {
  const { matchedSubmissions, matchedUnder } = count;
  if (matchedSubmissions === 0) {
    return (
      <Banner tone="neutral" title="You have no document with this hash">
        {null}
      </Banner>
    );
  }
  return (
    <Banner tone="caution" title={`${countText(matchedSubmissions, 'submission')} would be erased`}>
      <Stack gap="xs" mt="xs">
        <ul style={{ margin: 0, paddingInlineStart: '1.2rem' }}>
          {matchedUnder.map(({ pipelineSpec, contentHashAlgorithm, submissions }) => (
            <li key={`${pipelineSpec} ${contentHashAlgorithm}`}>
              {countText(submissions, 'submission')}{' '}
              {pipelineSpec === null ? 'without a canonical document' : `under ${pipelineSpec}`}
            </li>
          ))}
        </ul>
        <Group>
          <Button color="red" onClick={erase}>
            Erase the document
          </Button>
        </Group>
      </Stack>
    </Banner>
  );
}
