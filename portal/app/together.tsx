/** Parts of a page that load by themselves and appear together: none pushes away what somebody has begun to read. */
import { notifyManager, type Query, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Stack } from '#portal/ui/controls.ts';
import { Loading } from '#portal/ui/page.tsx';

interface TogetherProps {
  /** About that of the parts; pixels. */
  readonly height: number;
  readonly children: ReactNode;
}

const isFirstTime = ({ state }: Query): boolean => state.data === undefined;

export function Together({ height, children }: TogetherProps) {
  const client = useQueryClient();
  const [areThere, setThere] = useState(false);
  useEffect(() => {
    let frame = 0;
    const isLoading = () => client.isFetching({ predicate: isFirstTime }) > 0;
    // The parts are told of an answer after the cache is, and some ask for more once they have it: all of that is a frame later.
    const look = notifyManager.batchCalls(() => {
      cancelAnimationFrame(frame);
      if (!isLoading()) frame = requestAnimationFrame(() => requestAnimationFrame(() => isLoading() || setThere(true)));
    });
    look();
    const stop = client.getQueryCache().subscribe(look);
    return () => {
      cancelAnimationFrame(frame);
      stop();
    };
  }, [client]);
  return (
    <>
      {!areThere && <Loading height={height} />}
      <Stack gap="lg" display={areThere ? undefined : 'none'}>
        {children}
      </Stack>
    </>
  );
}
