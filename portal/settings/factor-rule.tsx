/** Whether the organization asks its members for a second factor. Whoever makes the rule must have one. */
import { useState } from 'react';
import type { Organization } from '#portal/api/answers.ts';
import { useRefusal } from '#portal/api/permission.ts';
import { useAction, useAnswer } from '#portal/api/queries.ts';
import { Button, Group, Stack, Text } from '#portal/ui/controls.ts';
import { ConfirmDialog } from '#portal/ui/dialog.tsx';
import { Link } from '#portal/ui/link.tsx';
import { Section } from '#portal/ui/page.tsx';
import { Tag } from '#portal/ui/tone.tsx';
import { toast } from '#portal/ui/toast.tsx';
import { countText } from '#portal/ui/words.tsx';

export function FactorRule({ organization: { requireSecondFactor } }: { readonly organization: Organization }) {
  const refusal = useRefusal('organization.update');
  const factors = useAnswer('getSecondFactors');
  const team = useAnswer('listTeam');
  const change = useAction('changeOrganizationSettings', ['getOrganization', 'getSecondFactors']);
  const [isAsking, setAsking] = useState(false);
  const hasOwn = (factors.data?.methods.length ?? 0) > 0;
  const without = team.data?.filter(({ hasSecondFactor }) => !hasSecondFactor).length ?? 0;
  const act = async () => {
    await change.mutateAsync({ requireSecondFactor: !requireSecondFactor });
    toast(
      requireSecondFactor ? 'A second factor is no longer asked for.' : 'A second factor is asked for from now on.',
    );
  };
  return (
    <Section
      title="Second factor for everybody"
      lead="Whoever has none can sign in and set one up, and do nothing else until then. API keys are not concerned."
    >
      <Stack gap="md" align="flex-start">
        <Tag tone={requireSecondFactor ? 'good' : 'neutral'} symbol={requireSecondFactor ? 'shield' : 'pending'}>
          {requireSecondFactor ? 'Asked for' : 'Not asked for'}
        </Tag>
        <Group gap="sm">
          <Button variant="default" disabled={refusal !== null || !hasOwn} onClick={() => setAsking(true)}>
            {requireSecondFactor ? 'Do without' : 'Ask everybody for one'}
          </Button>
          <Text c="dimmed" fz="sm" component="span">
            {refusal}
            {refusal === null && factors.data !== undefined && !hasOwn && (
              <>
                First <Link to="/security">set up one of your own</Link>.
              </>
            )}
          </Text>
        </Group>
      </Stack>
      <ConfirmDialog
        title={requireSecondFactor ? 'Do without second factors' : 'Ask everybody for a second factor'}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        action={requireSecondFactor ? 'Do without' : 'Ask for it'}
        isDanger={requireSecondFactor}
        act={act}
      >
        {requireSecondFactor
          ? 'From then on a password alone signs in those who have no second factor. Nobody’s second factor is taken away.'
          : `${countText(without, 'member has', 'members have')} none yet: from their next step on they can do nothing but set one up.`}
      </ConfirmDialog>
    </Section>
  );
}
