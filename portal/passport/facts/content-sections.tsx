/** Removed and repaired parts of a document, and findings in its content. */
import type { ReactNode } from 'react';
import type { Report, Submission } from '#portal/api/answers.ts';
import { Stack, Text } from '#portal/ui/controls.ts';
import { Section } from '#portal/ui/page.tsx';
import { DataTable } from '#portal/ui/table.tsx';
import { countText, Foreign, sizeText } from '#portal/ui/words.tsx';
import { FindingList, Kinds, Nothing } from './finding-list.tsx';
import { findingsOf, lastStage, removedKinds, repairedKinds, type Topic, wasLookedAt } from './findings.ts';
import type { StageName } from '#domain/pipeline.ts';

export interface FactsProps {
  readonly submission: Submission;
  /** Null until the submission has ended. */
  readonly report: Report | null;
}

const NOTHING_REMOVED = 'Nothing was removed, because no canonical PDF was made.';

/** Without an output the service removed nothing: it found the content and refused the document. */
export function RemovedSection({ submission, report }: FactsProps) {
  const hasOutput = submission.normalized !== null;
  const kinds = removedKinds(submission);
  const findings = findingsOf(submission, 'removed');
  const files = report?.embeddedFiles?.removed;
  const isSomething = kinds.length + findings.length > 0;
  return (
    <Section
      title={hasOutput ? 'Removed' : 'Would be removed'}
      {...(!hasOutput && isSomething ? { lead: NOTHING_REMOVED } : {})}
    >
      <Stack gap="md">
        {kinds.length > 0 && <Kinds kinds={kinds} />}
        {submission.security.acroformFlattened === true && (
          <Text>The form was flattened: the contents of its fields are part of the pages now.</Text>
        )}
        <FindingList findings={findings} label="Removed" />
        {files && files.count > 0 && <EmbeddedFileTable files={files} />}
        {!isSomething && (
          <NothingFound {...{ submission, report }} stage="ActiveContentRemoval">
            Nothing was removed.
          </NothingFound>
        )}
      </Stack>
    </Section>
  );
}

type RemovedFiles = NonNullable<Report['embeddedFiles']>['removed'];

const CONTENT: ReadonlyMap<string, string> = new Map([
  ['complete', 'complete'],
  ['damaged', 'damaged'],
  ['not_read', 'not read'],
]);

function EmbeddedFileTable({ files: { listed, notListed } }: { readonly files: RemovedFiles }) {
  const rows = listed.map((file, index) => ({ ...file, key: `${index}` }));
  return (
    <Stack gap={4}>
      <DataTable
        caption="Embedded files"
        rows={rows}
        keyOf={({ key }) => key}
        columns={[
          { title: 'File', cell: ({ name }) => (name === '' ? 'without a name' : <Foreign>{name}</Foreign>) },
          {
            title: 'Declares',
            cell: ({ mediaType }) => (mediaType === null ? 'not said' : <Foreign>{mediaType}</Foreign>),
          },
          { title: 'To the document', cell: ({ relationship }) => relationship && <Foreign>{relationship}</Foreign> },
          {
            title: 'Content',
            cell: ({ content, sizeBytes }) =>
              sizeBytes === null ? (CONTENT.get(content) ?? content) : sizeText(sizeBytes),
          },
          { title: 'SHA-256', cell: ({ sha256 }) => sha256 && <code>{sha256.slice(0, 16)}…</code> },
        ]}
      />
      {notListed > 0 && <Text c="dimmed">{countText(notListed, 'more file')} not listed here.</Text>}
    </Stack>
  );
}

export function RepairedSection({ submission, report }: FactsProps) {
  const kinds = repairedKinds(submission);
  const findings = findingsOf(submission, 'repaired');
  return (
    <Section title="Repaired">
      <Stack gap="md">
        {kinds.length > 0 && <Kinds kinds={kinds} />}
        <FindingList findings={findings} label="Repaired" />
        {kinds.length + findings.length === 0 && (
          <NothingFound {...{ submission, report }} stage="StructuralRepair">
            No damage was found.
          </NothingFound>
        )}
      </Stack>
    </Section>
  );
}

export function FontsSection(props: FactsProps) {
  const { nonEmbeddedFontsDetected } = props.submission.validation;
  const none = nonEmbeddedFontsDetected === false ? 'The document held all fonts that it uses.' : 'Nothing was found.';
  return (
    <TopicSection {...props} title="Fonts" topic="fonts" stage="FontResourceValidation">
      {none}
    </TopicSection>
  );
}

export function HiddenSection(props: FactsProps) {
  return (
    <TopicSection {...props} title="Hidden content" topic="hidden" stage="ContentHash">
      No invisible text, no hidden layer and no content outside of the pages was found.
    </TopicSection>
  );
}

/** Topics that most documents lack appear only with content. */
export function OtherSections(props: FactsProps) {
  const topics = [
    ['Form', 'forms'],
    ['Metadata', 'metadata'],
    ['Unchanged', 'kept'],
    ['More', 'other'],
  ] as const;
  return topics.map(([title, topic]) => {
    const findings = findingsOf(props.submission, topic);
    if (findings.length === 0) return null;
    return (
      <Section key={topic} title={title}>
        <FindingList findings={findings} label={title} />
      </Section>
    );
  });
}

interface TopicProps extends FactsProps {
  readonly title: string;
  readonly topic: Topic;
  readonly stage: StageName;
  /** The words for a section without findings. */
  readonly children: ReactNode;
}

function TopicSection({ title, topic, stage, children, ...facts }: TopicProps) {
  const findings = findingsOf(facts.submission, topic);
  return (
    <Section title={title}>
      <FindingList findings={findings} label={title} />
      {findings.length === 0 && (
        <NothingFound {...facts} stage={stage}>
          {children}
        </NothingFound>
      )}
    </Section>
  );
}

interface NothingFoundProps extends FactsProps {
  readonly stage: StageName;
  readonly children: ReactNode;
}

/** Only examined parts may be called free of findings. */
export function NothingFound({ submission, report, stage, children }: NothingFoundProps) {
  const wasSeen = wasLookedAt(report, stage);
  if (wasSeen === true) return <Nothing>{children}</Nothing>;
  const last = lastStage(submission);
  if (wasSeen === null) return <Nothing>Not known.</Nothing>;
  return (
    <Nothing>Not examined, because processing ended before{last === null ? '' : `, at the stage “${last}”`}.</Nothing>
  );
}
