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
    toast(requireSecondFactor ? 'A second factor is no longer required.' : 'A second factor is required from now on.');
  };
  return (
    <Section
      title="Second factor for everybody"
      lead="Members without one can sign in and set one up, and do nothing else until then. API keys are not affected."
    >
      <Stack gap="md" align="flex-start">
        <Tag tone={requireSecondFactor ? 'good' : 'neutral'} symbol={requireSecondFactor ? 'shield' : 'pending'}>
          {requireSecondFactor ? 'Asked for' : 'Not required'}
        </Tag>
        <Group gap="sm">
          <Button variant="default" disabled={refusal !== null || !hasOwn} onClick={() => setAsking(true)}>
            {requireSecondFactor ? 'Do without' : 'Required for everybody'}
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
        title={requireSecondFactor ? 'Do not require second factors' : 'Require a second factor from everybody'}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        action={requireSecondFactor ? 'Do without' : 'Require it'}
        isDanger={requireSecondFactor}
        act={act}
      >
        {requireSecondFactor
          ? 'From then on members without a second factor sign in with the password alone. Existing second factors stay.'
          : `${countText(without, 'member has', 'members have')} none yet. After their next call they can only set one up.`}
      </ConfirmDialog>
    </Section>
  );
}
