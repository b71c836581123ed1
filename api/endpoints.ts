/** Everything the API can do, in the order of its description. */
import { accountsFeature } from './accounts/accounts.ts';
import { batchesFeature } from './batches/batches.ts';
import { billingFeature } from './billing/billing.ts';
import { quotaFeature } from './billing/quota.ts';
import { compareFeature } from './compare/compare.ts';
import type { Feature } from './define-endpoint.ts';
import { documentationFeature } from './docs/documentation.ts';
import { healthFeature } from './meta/health.ts';
import { openApiFeature } from './meta/openapi.ts';
import { portalPagesFeature } from './pages/portal-pages.ts';
import { versionFeature } from './meta/version.ts';
import type { Operation } from './operation.ts';
import { apiKeysFeature } from './organization/api-keys.ts';
import { auditLogFeature } from './organization/audit-log.ts';
import { organizationFeature } from './organization/organization.ts';
import { secretScanningFeature } from './organization/secret-scanning.ts';
import { statsFeature } from './organization/stats.ts';
import { teamFeature } from './organization/team.ts';
import { accountDeletionFeature } from './privacy/account-deletion.ts';
import { dataExportFeature } from './privacy/data-export.ts';
import { erasureFeature } from './privacy/erasure.ts';
import { attestationsFeature } from './proof/attestations.ts';
import { jwksFeature } from './proof/jwks.ts';
import { eventsFeature } from './submissions/inspection/events.ts';
import { evidenceFeature } from './submissions/inspection/evidence.ts';
import { originalFeature } from './submissions/inspection/original.ts';
import { revisionsFeature } from './submissions/inspection/revisions.ts';
import { artifactsFeature } from './submissions/artifacts.ts';
import { normalizationFeature } from './submissions/normalize.ts';
import { pagesFeature } from './submissions/pages.ts';
import { reportsFeature } from './submissions/reports.ts';
import { submissionsFeature } from './submissions/submissions.ts';
import { webhooksFeature } from './webhooks/webhooks.ts';

export const FEATURES: readonly Feature[] = [
  normalizationFeature,
  submissionsFeature,
  originalFeature,
  revisionsFeature,
  eventsFeature,
  evidenceFeature,
  artifactsFeature,
  reportsFeature,
  pagesFeature,
  compareFeature,
  batchesFeature,
  attestationsFeature,
  jwksFeature,
  accountsFeature,
  organizationFeature,
  apiKeysFeature,
  secretScanningFeature,
  teamFeature,
  auditLogFeature,
  webhooksFeature,
  statsFeature,
  billingFeature,
  quotaFeature,
  dataExportFeature,
  erasureFeature,
  accountDeletionFeature,
  healthFeature,
  versionFeature,
  openApiFeature,
  portalPagesFeature,
  documentationFeature,
];

export const OPERATIONS: readonly Operation[] = FEATURES.flatMap(({ operations }) => operations);
