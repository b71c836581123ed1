/** The portal reads the verdict in the body of a delivery, which may be one of another version. */
import { isVerdictKind, type VerdictKind } from '#domain/verdict/kinds.ts';

/** The kind of the verdict of the document; null where the event has none, or one that this page does not know. */
export function verdictKindIn({ data }: { readonly data?: unknown }): VerdictKind | null {
  const kind = memberOf(memberOf(data, 'verdict'), 'kind');
  return typeof kind === 'string' && isVerdictKind(kind) ? kind : null;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
