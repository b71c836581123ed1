/** Words that several schemas choose from: each list has one name. */
import { z } from 'zod';
import { PLAN_TIERS } from '#domain/billing/plan.ts';
import { MEMBER_ROLES } from '#domain/accounts/permissions.ts';
import { STAGE_NAMES } from '#domain/pipeline.ts';
import { REGIONS } from '#domain/region.ts';
import { RISK_LEVELS, SEVERITIES } from '#domain/report.ts';
import { SUBMISSION_STATUSES } from '#domain/submission.ts';

export const Region = z.enum(REGIONS).describe('The region that stores and processes documents.');
export const PlanTier = z.enum(PLAN_TIERS).describe('A plan.');
export const MemberRole = z.enum(MEMBER_ROLES).describe('The role of a member in the portal.');
export const SubmissionStatus = z
  .enum(SUBMISSION_STATUSES)
  .describe('The current or the final status of a submission.');
export const StageName = z.enum(STAGE_NAMES).describe('A stage of the pipeline.');
export const Severity = z.enum(SEVERITIES).describe('The severity of a finding.');
export const RiskLevel = z.enum(RISK_LEVELS).describe('The most serious level of the findings of the tamper analysis.');
