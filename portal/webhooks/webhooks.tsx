/** Webhooks: endpoints, what failed, the secret of the organization, and how a receiver verifies. */
import { getRouteApi } from '@tanstack/react-router';
import { Tabs } from '#portal/ui/controls.ts';
import { Page } from '#portal/ui/page.tsx';
import { DeadDeliveries } from './dead/dead.tsx';
import { Endpoints } from './endpoints.tsx';
import { OrganizationSecret } from './organization-secret.tsx';
import { TABS } from './routes.ts';
import { Recipes } from './recipes.tsx';

const route = getRouteApi('/members/webhooks');

const LABELS = {
  endpoints: 'Endpoints',
  dead: 'Failed deliveries',
  secret: 'Secret of the organization',
  verify: 'Verify a delivery',
} as const;

export function WebhooksPage() {
  const { tab = 'endpoints' } = route.useSearch();
  const navigate = route.useNavigate();
  const open = (chosen: string | null) => {
    const next = TABS.find((one) => one === chosen);
    void navigate({ search: { tab: next === 'endpoints' ? undefined : next } });
  };
  return (
    <Page
      title="Webhooks"
      lead="When a document is processed, the service posts a small signed message to your receivers, so your programs need not poll."
    >
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List mb="lg">
          {TABS.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {LABELS[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="endpoints">
          <Endpoints />
        </Tabs.Panel>
        <Tabs.Panel value="dead">
          <DeadDeliveries />
        </Tabs.Panel>
        <Tabs.Panel value="secret">
          <OrganizationSecret />
        </Tabs.Panel>
        <Tabs.Panel value="verify">
          <Recipes />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
