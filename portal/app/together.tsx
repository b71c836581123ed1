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
    // The parts are told of an answer after the cache is: whoever shows them at once shows them without it.
    const look = notifyManager.batchCalls(() => {
      if (client.isFetching({ predicate: isFirstTime }) === 0) setThere(true);
    });
    look();
    return client.getQueryCache().subscribe(look);
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
