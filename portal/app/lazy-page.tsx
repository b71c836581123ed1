/** Pages that are loaded when somebody goes there. */
import { type ComponentType, Fragment, type ReactNode } from 'react';
import { lazyPart, type Part } from '#portal/ui/lazy/part.tsx';
import { FailedPage } from './failure.tsx';

/**
 * @param name of the page among the exports of its module
 * @param Frame around the message of a failed load
 */
export function lazyPage<Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
  Frame: ComponentType<{ readonly children: ReactNode }> = Fragment,
): Part<object> {
  return lazyPart(async () => (await load())[name], {
    failed: ({ failure, retry }) => (
      <Frame>
        <FailedPage error={failure} retry={retry} />
      </Frame>
    ),
  });
}
