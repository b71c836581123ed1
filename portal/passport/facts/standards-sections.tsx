/** PDF/A and accessibility: declarations, checks and unknown facts. */
import { useState } from 'react';
import type { Outline } from '#portal/frame/protocol.ts';
import { Stack } from '#portal/ui/controls.ts';
import { Section } from '#portal/ui/page.tsx';
import { Facts, Foreign } from '#portal/ui/words.tsx';
import type { FactsProps } from './content-sections.tsx';
import { FindingList, Nothing } from './finding-list.tsx';
import { findingsOf } from './findings.ts';
import { ReadingOrder, ReadTags } from './reading-order.tsx';
import { accessibilityRows, pdfaRows } from './standards.ts';

export function PdfaSection({ submission, report }: FactsProps) {
  const clauses = submission.validation.validatorErrors ?? [];
  const rows = pdfaRows(submission, report);
  return (
    <Section title="PDF/A">
      <Stack gap="md">
        {rows.length === 0 ? <Nothing>The document does not say that it is PDF/A.</Nothing> : <Facts rows={rows} />}
        {clauses.length > 0 && (
          <ul aria-label="Clauses that the output violates" style={{ margin: 0 }}>
            {clauses.map((clause) => (
              <li key={clause}>
                <Foreign>{clause}</Foreign>
              </li>
            ))}
          </ul>
        )}
        <FindingList findings={findingsOf(submission, 'pdfa')} label="PDF/A" />
      </Stack>
    </Section>
  );
}

export function AccessibilitySection({ submission, report }: FactsProps) {
  const [outline, setOutline] = useState<Outline | null>(null);
  const rows = accessibilityRows(submission, report, outline);
  return (
    <Section title="Accessibility">
      <Stack gap="md">
        <Facts rows={rows.map(([name, value]) => [name, <Foreign key={name}>{value}</Foreign>])} />
        {outline ? <ReadingOrder outline={outline} /> : <ReadTags submission={submission} onRead={setOutline} />}
        <FindingList findings={findingsOf(submission, 'accessibility')} label="Accessibility" />
      </Stack>
    </Section>
  );
}
