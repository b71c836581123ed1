/** The name of the sender of a document, because documents have only ids. */
import type { Submission } from '#portal/api/answers.ts';
import { useAnswer } from '#portal/api/queries.ts';

const SHOWN_OF_ID = 8;

/** Former members have only an id. */
export function useCreators(): (creator: Submission['createdBy']) => string {
  const keys = useAnswer('listApiKeys').data ?? [];
  const team = useAnswer('listTeam').data ?? [];
  const keyNames = new Map(keys.map(({ id, name }) => [id, `Key ${name}`]));
  const emails = new Map(team.map(({ id, email }) => [id, email]));
  return (creator) => {
    if (creator === null) return '–';
    const { type, id } = creator;
    const name = type === 'api_key' ? keyNames.get(id) : emails.get(id);
    return name ?? `${type === 'api_key' ? 'Key' : 'Member'} ${id.slice(0, SHOWN_OF_ID)}`;
  };
}
