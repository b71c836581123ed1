/** The last use of a key, so that a member can see whether a program still needs it. */
import type { ApiKey } from '#portal/api/answers.ts';
import { Moment } from '#portal/ui/words.tsx';

export function LastUse({ of: { lastUsedAt } }: { readonly of: ApiKey }) {
  if (lastUsedAt === null) return <>It was never used.</>;
  return (
    <>
      It was last used <Moment at={lastUsedAt} relative /> (<Moment at={lastUsedAt} />
      ).
    </>
  );
}
