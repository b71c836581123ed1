/** Pages that are loaded when somebody goes there. */
import type { ComponentType } from 'react';
import { lazyPart, type Part } from '#portal/ui/lazy/part.tsx';
import { FailedPage } from './failure.tsx';

/** @param name of the page among what its module exports */
export function lazyPage<Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): Part<object> {
  return lazyPart(async () => (await load())[name], {
    failed: ({ failure, retry }) => <FailedPage error={failure} retry={retry} />,
  });
}
