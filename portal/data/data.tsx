/** Data and privacy: retention, exports, erasures, and deletion of the organization. */
import { mayDo } from '#domain/accounts/permissions.ts';
import { useAnswer, useSignIn } from '#portal/api/queries.ts';
import { Stack } from '#portal/ui/controls.ts';
import { Answer, Page } from '#portal/ui/page.tsx';
import { Deletion } from './deletion.tsx';
import { Erasures } from './erasures.tsx';
import { Exports } from './exports.tsx';
import { Kept } from './kept.tsx';

export function DataPage() {
  const { organization } = useSignIn();
  const found = useAnswer('getOrganization');
  const mayErase = mayDo(organization.role, 'erasure.write');
  return (
    <Page
      title="Data and privacy"
      {...(mayErase
        ? {}
        : { lead: 'Owners and admins can export and erase. Only owners can delete the organization.' })}
    >
      <Answer of={found} height={600}>
        {({ name, planTier, deletion }) => (
          <Stack gap="xl">
            <Kept tier={planTier} />
            {mayErase && <Exports />}
            {mayErase && <Erasures organizationName={name} />}
            <Deletion name={name} deletion={deletion} />
          </Stack>
        )}
      </Answer>
    </Page>
  );
}
