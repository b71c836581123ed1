/**
 * The messages of running workflows: one typed definition of each signal, update and query for the workflow and its
 * callers.
 */
import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { NormalizeOptions } from '#domain/pipeline.ts';
import type { Progress, Timing } from './submission/progress.ts';

/** Tells a batch that nothing of it is pending, or that nothing more will come. */
export const settleSignal = defineSignal('settle');

/** Cancels a deletion. `memberId` is who cancels; rejected when it is too late. */
export const cancelUpdate = defineUpdate<void, [memberId: string]>('cancel');

/** Asks a submission, while it runs and afterwards. */
export const progressQuery = defineQuery<Progress>('progress');
export const optionsQuery = defineQuery<NormalizeOptions>('options');
export const timingQuery = defineQuery<Timing>('timing');
