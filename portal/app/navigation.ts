/** The places of the portal, for the navigation, the command palette and the shortcuts: one list. */
import type { LinkProps } from '@tanstack/react-router';
import type { PortalAction } from '#domain/accounts/permissions.ts';
import {
  AuditIcon,
  BatchIcon,
  BillingIcon,
  CompareIcon,
  DataIcon,
  DocumentIcon,
  KeyIcon,
  OverviewIcon,
  SecurityIcon,
  SettingsIcon,
  TeamIcon,
  WebhookIcon,
} from '#portal/ui/icons.ts';

export interface Place {
  readonly to: NonNullable<LinkProps['to']>;
  readonly label: string;
  readonly icon: typeof OverviewIcon;
  /** The second key after `g`. */
  readonly key: string;
  /** The permission that the page needs. */
  readonly action: PortalAction;
}

export const PLACES: readonly Place[] = [
  { to: '/', label: 'Overview', icon: OverviewIcon, key: 'o', action: 'stats.read' },
  { to: '/documents', label: 'Documents', icon: DocumentIcon, key: 'd', action: 'documents.read' },
  { to: '/batches', label: 'Batches', icon: BatchIcon, key: 'b', action: 'documents.read' },
  { to: '/compare', label: 'Compare', icon: CompareIcon, key: 'c', action: 'documents.read' },
  { to: '/keys', label: 'API keys', icon: KeyIcon, key: 'k', action: 'api-keys.read' },
  { to: '/webhooks', label: 'Webhooks', icon: WebhookIcon, key: 'w', action: 'webhooks.read' },
  { to: '/team', label: 'Team', icon: TeamIcon, key: 't', action: 'team.read' },
  { to: '/billing', label: 'Plan and billing', icon: BillingIcon, key: 'p', action: 'billing.read' },
  { to: '/data', label: 'Data and privacy', icon: DataIcon, key: 'y', action: 'organization.read' },
  { to: '/audit', label: 'Audit log', icon: AuditIcon, key: 'a', action: 'audit.read' },
  { to: '/settings', label: 'Settings', icon: SettingsIcon, key: 's', action: 'organization.read' },
  { to: '/security', label: 'Your security', icon: SecurityIcon, key: 'm', action: 'organization.read' },
];
