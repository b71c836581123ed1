/** One of the two documents: a dropped or chosen file, or the id of a stored document. */
import { useState } from 'react';
import { useAnswer } from '#portal/api/queries.ts';
import { isUuid } from '#portal/app/search.ts';
import { nameOf } from '#portal/documents/names.ts';
import { VerdictTag } from '#portal/documents/submission-tags.tsx';
import { filesOfDrop } from '#portal/documents/upload/dropped-files.ts';
import { Button, FileButton, Group, Stack, Text, TextInput } from '#portal/ui/controls.ts';
import { DropZone } from '#portal/ui/drop.tsx';
import { Link } from '#portal/ui/link.tsx';
import { ProblemAlert } from '#portal/ui/problem.tsx';
import { Foreign, sizeText, visible } from '#portal/ui/words.tsx';

/** A stored document is compared by its canonical form. */
export type Chosen =
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'submission'; readonly submissionId: string };

interface SideProps {
  readonly title: string;
  readonly chosen: Chosen | null;
  readonly onChoose: (chosen: Chosen | null) => void;
}

export function Side({ title, chosen, onChoose }: SideProps) {
  const take = (file: File | undefined | null) => {
    if (file) onChoose({ kind: 'file', file });
  };
  return (
    <DropZone
      label={title}
      onDrop={(transfer) => void filesOfDrop(transfer).then(({ files: [first] }) => take(first?.file), reportError)}
    >
      <Stack gap="sm" align="center">
        <Text fw={600}>{title}</Text>
        {chosen === null ? (
          <Choice title={title} onChoose={onChoose} take={take} />
        ) : (
          <>
            {chosen.kind === 'file' ? <FileFacts file={chosen.file} /> : <SubmissionFacts id={chosen.submissionId} />}
            <Button variant="default" size="xs" aria-label={`${title}: choose another`} onClick={() => onChoose(null)}>
              Choose another
            </Button>
          </>
        )}
      </Stack>
    </DropZone>
  );
}

interface ChoiceProps extends Pick<SideProps, 'title' | 'onChoose'> {
  readonly take: (file: File | null) => void;
}

function Choice({ title, onChoose, take }: ChoiceProps) {
  const [id, setId] = useState('');
  const typed = id.trim();
  const isWrong = typed !== '' && !isUuid(typed);
  return (
    <>
      <Group gap="xs" justify="center">
        <Text c="dimmed">Drop a PDF here, or</Text>
        <FileButton accept="application/pdf,.pdf" onChange={take}>
          {(props) => (
            <Button {...props} size="xs" aria-label={`${title}: choose a file`}>
              choose a file
            </Button>
          )}
        </FileButton>
      </Group>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isUuid(typed)) onChoose({ kind: 'submission', submissionId: typed });
        }}
      >
        <Group gap="xs" align="flex-end" justify="center">
          <TextInput
            label="Or the id of a stored document"
            value={id}
            error={isWrong && 'This is not an id'}
            onChange={(event) => setId(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={!isUuid(typed)}>
            Choose
          </Button>
        </Group>
      </form>
    </>
  );
}

function FileFacts({ file: { name, size } }: { readonly file: File }) {
  return (
    <Text component="div">
      <Foreign>{name}</Foreign>
      <Text c="dimmed">{sizeText(size)}</Text>
    </Text>
  );
}

function SubmissionFacts({ id }: { readonly id: string }) {
  const { data, error } = useAnswer('getSubmission', { id });
  if (data === undefined) return error === null ? <Text role="status">Loading</Text> : <ProblemAlert error={error} />;
  return (
    <Text component="div">
      <Link to="/documents/$submissionId" params={{ submissionId: id }}>
        <Foreign>{nameOf(data)}</Foreign>
      </Link>
      <div style={{ margin: '0.25rem 0' }}>
        <VerdictTag verdict={data.verdict} />
      </div>
      {data.verdict.level !== 'good' && <Text size="sm">{visible(data.verdict.sentence)}</Text>}
      <Text c="dimmed">
        {data.normalized === null
          ? 'It has no canonical PDF, so it cannot be compared.'
          : `Compared as its canonical PDF, ${sizeText(data.normalized.sizeBytes)}`}
      </Text>
    </Text>
  );
}
