/** The organization: its names, where its documents go, what it asks of its members, and its end. */
import { useState } from 'react';
import { REGIONS, type Region } from '#domain/region.ts';
import type { Organization } from '#portal/api/answers.ts';
import { useRefusal } from '#portal/api/permission.ts';
import { useAction, useAnswer } from '#portal/api/queries.ts';
import { Checkbox, NativeSelect, Stack, Text, TextInput } from '#portal/ui/controls.ts';
import { CurlTwin } from '#portal/ui/code/code.tsx';
import { Copyable } from '#portal/ui/copy.tsx';
import { Form } from '#portal/ui/form.tsx';
import { Answer, Page, Section } from '#portal/ui/page.tsx';
import { toast } from '#portal/ui/toast.tsx';
import { Facts, Moment } from '#portal/ui/words.tsx';
import { Deactivation } from './deactivation.tsx';
import { FactorRule } from './factor-rule.tsx';
import { REGION_WORDS } from './region-words.ts';

export function SettingsPage() {
  const organization = useAnswer('getOrganization');
  return (
    <Page title="Settings" lead="Settings of the organization. Your own settings are at “Your security”.">
      <Answer of={organization} height={600}>
        {(found) => (
          <Stack gap="xl">
            <Names organization={found} />
            <Places organization={found} />
            <FactorRule organization={found} />
            <Section title="For support and programs">
              <Facts
                rows={[
                  ['Id', <Copyable key="id" value={found.id} what="the id of the organization" />],
                  ['Made', <Moment key="made" at={found.createdAt} />],
                ]}
              />
            </Section>
            <Deactivation organization={found} />
          </Stack>
        )}
      </Answer>
    </Page>
  );
}

interface OfOrganization {
  readonly organization: Organization;
}

function Names({ organization: { name, slug } }: OfOrganization) {
  const refusal = useRefusal('organization.update');
  const change = useAction('renameOrganization', ['getOrganization']);
  const act = async ({ name: newName = '', slug: newSlug = '' }: Readonly<Record<string, string>>) => {
    const typed = newName.trim();
    // The field has no line feeds. A stored name that nobody edited stays as it is.
    const isEdited = typed !== name.replaceAll(/[\r\n]/g, '').trim();
    await change.mutateAsync({ name: isEdited ? typed : name, slug: newSlug.trim() });
    toast('The names were changed.');
  };
  return (
    <Section title="Names" {...(refusal === null ? {} : { lead: refusal })}>
      <Form action="Save the names" act={act} isDisabled={refusal !== null}>
        {({ faultOf }) => (
          <Stack gap="md" maw="32rem">
            <TextInput
              name="name"
              label="Name of the organization"
              defaultValue={name}
              maxLength={100}
              autoComplete="organization"
              required
              readOnly={refusal !== null}
              error={faultOf('name')}
            />
            <TextInput
              name="slug"
              label="Short name"
              description="3 to 48 of a-z, 0-9 and -, for addresses and programs."
              defaultValue={slug}
              maxLength={48}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              required
              readOnly={refusal !== null}
              error={faultOf('slug')}
            />
          </Stack>
        )}
      </Form>
    </Section>
  );
}

function Places({ organization: { contactEmail, defaultRegion, allowedRegions } }: OfOrganization) {
  const refusal = useRefusal('organization.update');
  const change = useAction('changeOrganizationSettings', ['getOrganization']);
  const [allowed, setAllowed] = useState(allowedRegions);
  const act = async ({ contact_email: email = '', default_region: region = '' }: Readonly<Record<string, string>>) => {
    const address = email.trim();
    const body = {
      contactEmail: address === '' ? null : address,
      defaultRegion: REGIONS.find((one) => one === region) ?? null,
      allowedRegions: allowed,
    };
    await change.mutateAsync(body);
    toast('The settings were saved.');
  };
  return (
    <Section
      title="Contact and regions"
      lead={refusal ?? 'A change of regions applies to new documents. Stored documents stay where they are.'}
    >
      <Form action="Save the settings" act={act} isDisabled={refusal !== null || allowed.length === 0}>
        {({ faultOf }) => (
          <Stack gap="md" maw="32rem">
            <TextInput
              name="contact_email"
              type="email"
              label="Contact address"
              description="For bills and other mail. Leave it empty for none."
              defaultValue={contactEmail ?? ''}
              autoComplete="off"
              readOnly={refusal !== null}
              error={faultOf('contact_email')}
            />
            <Checkbox.Group
              label="Allowed regions"
              description="The service stores and processes the bytes of documents only in these regions."
              value={[...allowed]}
              onChange={(chosen) => setAllowed(REGIONS.filter((region) => chosen.includes(region)))}
              error={allowed.length === 0 ? 'At least one is needed.' : faultOf('allowed_regions')}
            >
              <Stack gap="xs" mt="xs">
                {REGIONS.map((region) => (
                  <Checkbox key={region} value={region} label={regionLabel(region)} disabled={refusal !== null} />
                ))}
              </Stack>
            </Checkbox.Group>
            <NativeSelect
              name="default_region"
              label="Default region"
              defaultValue={defaultRegion ?? ''}
              disabled={refusal !== null}
              error={faultOf('default_region')}
              data={[
                { value: '', label: 'The service chooses' },
                ...REGIONS.map((region) => ({ value: region, label: regionLabel(region) })),
              ]}
            />
          </Stack>
        )}
      </Form>
      <CurlTwin
        command={`curl -X PUT ${location.origin}/api/portal/organization/settings \\
  -H "Authorization: Bearer $ACCESS_TOKEN" -H "Content-Type: application/json" \\
  -d '${JSON.stringify({ allowedRegions: allowed })}'`}
      />
      <Text fz="sm" c="dimmed">
        Settings need an access token. API keys work only for documents.
      </Text>
    </Section>
  );
}

function regionLabel(region: Region): string {
  return `${REGION_WORDS[region]}, ${region}`;
}
