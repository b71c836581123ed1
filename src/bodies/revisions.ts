/** The revisions of a submission's input. */
import type { RevisionTimeline } from '#domain/revisions.ts';

export function revisionsBody(submissionId: string, timeline: RevisionTimeline) {
  return { submissionId, ...timeline };
}
