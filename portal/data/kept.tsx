/** The retention periods. */
import { PLANS, type PlanTier } from '#domain/billing/plan.ts';
import { Section } from '#portal/ui/page.tsx';
import { DataTable } from '#portal/ui/table.tsx';
import { countText } from '#portal/ui/words.tsx';

export function Kept({ tier }: { readonly tier: PlanTier }) {
  const days = countText(PLANS[tier].retentionDays, 'day');
  const rows: readonly (readonly [what: string, howLong: string])[] = [
    ['Originals, canonical documents, reports, attestations', `${days} after processing, by your plan`],
    ['Notices to webhooks, with their attempts', '30 days'],
    ['Archives of exports', '7 days'],
    ['Stored answers for idempotency keys', '24 hours. For documents: as long as the document'],
    ['Counters of usage, the audit log, members and settings', 'As long as the organization'],
    ['Invoices', 'At the payment provider, as the law requires'],
  ];
  return (
    <Section
      title="Stored data and periods"
      lead="A document that is sent again starts a new period. A change to a smaller plan does not shorten the period of stored documents."
    >
      <DataTable
        caption="Kinds of data and their periods"
        rows={rows}
        keyOf={([what]) => what}
        columns={[
          { title: 'What', cell: ([what]) => what },
          { title: 'How long', cell: ([, howLong]) => howLong },
        ]}
      />
    </Section>
  );
}
