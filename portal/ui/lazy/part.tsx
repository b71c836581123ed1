/** Parts of pages that are loaded when they are needed; where that fails it is told in their place, with a button. */
import { type ComponentType, type ReactNode, useEffect, useSyncExternalStore } from 'react';
import type { ApiProblem } from '#portal/api/problem.ts';
import { ProblemAlert } from '#portal/ui/problem.tsx';
import { Source } from './source.ts';

export interface Failed {
  readonly failure: ApiProblem;
  readonly retry: () => void;
}

interface Stand<Props> {
  /** Shown while the part loads; nothing by default. */
  readonly meanwhile?: (props: Props) => ReactNode;
  /** Shown if the part could not load. */
  readonly failed?: (failed: Failed, props: Props) => ReactNode;
}

export interface Part<Props> {
  (props: Props): ReactNode;
  /** Asks for it ahead, and lets nobody know where that fails. */
  readonly preload: () => Promise<void>;
}

export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { meanwhile = () => null, failed = inPlace }: Stand<Props> = {},
): Part<Props> {
  const source = new Source(load);
  const retry = () => void source.ask().catch(() => undefined);
  function LazyPart(props: Props) {
    const { value: Content, failure } = useSyncExternalStore(source.subscribe, source.get);
    useEffect(() => void source.load(), []);
    if (Content !== null) return <Content {...props} />;
    return failure === null ? meanwhile(props) : failed({ failure, retry }, props);
  }
  return Object.assign(LazyPart, { preload: () => source.load() });
}

function inPlace({ failure, retry }: Failed): ReactNode {
  return <ProblemAlert error={failure} retry={retry} />;
}
