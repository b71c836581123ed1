/** Everything that is known of a document besides the sentence, the timeline and the pages. */
import { Gantt } from '#portal/charts/gantt.tsx';
import { Anchor, Stack, Text } from '#portal/ui/controls.ts';
import { Section } from '#portal/ui/page.tsx';
import { durationText } from '#portal/ui/words.tsx';
import {
  type FactsProps,
  FontsSection,
  HiddenSection,
  OtherSections,
  RemovedSection,
  RepairedSection,
} from './content-sections.tsx';
import { EvidenceSection } from './evidence-section.tsx';
import { Nothing } from './finding-list.tsx';
import { spansOf } from './findings.ts';
import { HashesSection, ProofSection } from './proof-sections.tsx';
import { SignaturesSection } from './signatures-section.tsx';
import { AccessibilitySection, PdfaSection } from './standards-sections.tsx';

export function Facts({ submission, report }: FactsProps) {
  const facts = { submission, report };
  return (
    <Stack gap="xl">
      <SignaturesSection {...facts} />
      <RemovedSection {...facts} />
      <RepairedSection {...facts} />
      <FontsSection {...facts} />
      <HiddenSection {...facts} />
      <OtherSections {...facts} />
      <PdfaSection {...facts} />
      <AccessibilitySection {...facts} />
      <HashesSection submission={submission} />
      <ProofSection submission={submission} />
      <StagesSection {...facts} />
      <EvidenceSection submission={submission} />
    </Stack>
  );
}

function StagesSection({ submission, report }: FactsProps) {
  return (
    <Section title="Stages">
      {report === null ? (
        <Nothing>
          {submission.erasedAt === null ? 'Not known before the document is processed.' : 'The document was erased.'}
        </Nothing>
      ) : (
        <>
          <Gantt caption="Stages, one after the other" spans={spansOf(report)} />
          <Text size="sm" c="dimmed" mt="xs">
            Processed in {durationText(report.processingTimeMs)}. PDF/A validation and transfers to and from the store
            are not listed as stages.
          </Text>
        </>
      )}
      {submission.workflowUrl !== undefined && (
        <Anchor
          href={submission.workflowUrl}
          target="_blank"
          rel="noreferrer"
          size="sm"
          mt="xs"
          className="fx-no-print"
        >
          Its workflow in Temporal
        </Anchor>
      )}
    </Section>
  );
}
