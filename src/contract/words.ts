/** Words that several schemas choose from: each list has one name. */
import { z } from 'zod';
import { PLAN_TIERS } from '#domain/billing/plan.ts';
import { MEMBER_ROLES } from '#domain/accounts/permissions.ts';
import { STAGE_NAMES } from '#domain/pipeline.ts';
import { REGIONS } from '#domain/region.ts';
import { RISK_LEVELS, SEVERITIES } from '#domain/report.ts';
import { SUBMISSION_STATUSES } from '#domain/submission.ts';

export const Region = z.enum(REGIONS).describe('Where documents are kept and processed.');
export const PlanTier = z.enum(PLAN_TIERS).describe('A plan.');
export const MemberRole = z.enum(MEMBER_ROLES).describe('What somebody may do in the portal.');
export const SubmissionStatus = z.enum(SUBMISSION_STATUSES).describe('How far a submission is, or how it ended.');
export const StageName = z.enum(STAGE_NAMES).describe('A stage of the pipeline.');
export const Severity = z.enum(SEVERITIES).describe('How grave a finding is.');
export const RiskLevel = z.enum(RISK_LEVELS).describe('How grave the findings of the tamper analysis are.');
