/** The end of an organization's work, for good. */
import { useState } from 'react';
import type { Organization } from '#portal/api/answers.ts';
import { useRefusal } from '#portal/api/permission.ts';
import { useAction, useAnswer } from '#portal/api/queries.ts';
import { Button, Group, Text } from '#portal/ui/controls.ts';
import { ConfirmDialog } from '#portal/ui/dialog.tsx';
import { Link } from '#portal/ui/link.tsx';
import { Section } from '#portal/ui/page.tsx';
import { toast } from '#portal/ui/toast.tsx';
import { countText } from '#portal/ui/words.tsx';

export function Deactivation({ organization: { name, isActive } }: { readonly organization: Organization }) {
  const refusal = useRefusal('organization.deactivate');
  const [isAsking, setAsking] = useState(false);
  return (
    <Section
      title="Deactivate the organization"
      lead={
        <>
          The organization stops working for ever, and nobody can activate it again. Reading, export, erasure and
          deletion stay possible. To have everything deleted instead, go to <Link to="/data">Data and privacy</Link>.
        </>
      }
    >
      <Group gap="sm">
        <Button variant="outline" color="red" disabled={refusal !== null} onClick={() => setAsking(true)}>
          Deactivate the organization
        </Button>
        <Text c="dimmed" fz="sm" component="span">
          {isActive ? refusal : 'It has been deactivated.'}
        </Text>
      </Group>
      {isAsking && <Confirm name={name} close={() => setAsking(false)} />}
    </Section>
  );
}

function Confirm({ name, close }: { readonly name: string; readonly close: () => void }) {
  const keys = useAnswer('listApiKeys');
  const waiting = useAnswer('listSubmissions', { status: 'PENDING', page: 1, pageSize: 1 });
  const webhooks = useAnswer('listWebhooks');
  const deactivate = useAction('deactivateOrganization', ['getOrganization', 'listApiKeys', 'getBillingInfo']);
  const active = keys.data?.filter(({ isActive }) => isActive).length;
  const act = async () => {
    await deactivate.mutateAsync({});
    toast('The organization has been deactivated.');
  };
  return (
    <ConfirmDialog
      title="Deactivate the organization"
      isOpen
      onClose={close}
      action="Deactivate for ever"
      typed={name}
      act={act}
    >
      <ul style={{ margin: 0, paddingInlineStart: '1.2rem' }}>
        <li>{counted(active, 'API key is', 'API keys are')} revoked at once.</li>
        <li>{counted(waiting.data?.total, 'document', 'documents')} that still wait fail without charge.</li>
        <li>{counted(webhooks.data?.length, 'webhook endpoint is', 'webhook endpoints are')} no longer notified.</li>
        <li>The subscription is cancelled.</li>
        <li>Members can still sign in, read, export, erase and delete.</li>
      </ul>
    </ConfirmDialog>
  );
}

/** Unknown data are not shown as zero. */
function counted(count: number | undefined, one: string, many: string): string {
  return count === undefined ? `All ${many}` : countText(count, one, many);
}
