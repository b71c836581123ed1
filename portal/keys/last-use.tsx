/** When a key was last used: whoever replaces or revokes it learns whether something still needs it. */
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
