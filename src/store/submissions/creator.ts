/** The API key or the member that made a submission or a batch: columns, and the form in answers. */
import { defineEntity } from '@mikro-orm/core';

const p = defineEntity.properties;

/** One of the two; both are null in rows from before it was recorded. */
export interface Creator {
  readonly apiKeyId: string | null;
  readonly memberId: string | null;
}

/** No foreign keys: a member who was removed is still named by the id, as in the audit log. */
export const CREATOR_COLUMNS = {
  apiKeyId: p.uuid().nullable(),
  memberId: p.uuid().nullable(),
};

export interface CreatedBy {
  readonly type: 'api_key' | 'member';
  readonly id: string;
}

export function createdByOf({ apiKeyId, memberId }: Creator): CreatedBy | null {
  if (apiKeyId !== null) return { type: 'api_key', id: apiKeyId };
  return memberId === null ? null : { type: 'member', id: memberId };
}
