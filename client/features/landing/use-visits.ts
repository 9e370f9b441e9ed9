import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callApi } from '../../lib/api.ts';
import { logProblem } from '../../lib/log-problem.ts';
import { visitCountQuery } from '../../lib/queries.ts';
import { whenIdle } from '../../lib/when-idle.ts';

let counting: Promise<void> | undefined;

/** All visits so far, this one included; undefined until known. A page load counts once. Spec section 7, analytics. */
export function useVisits(): number | undefined {
  const [isCounted, setCounted] = useState(false);
  const { data } = useQuery({ ...visitCountQuery, enabled: isCounted });

  // Nobody waits for it, and the first screen has much to ask for.
  useEffect(
    () =>
      whenIdle(() => {
        counting ??= countVisit();
        void counting.then(() => setCounted(true));
      }),
    [],
  );

  return data?.count;
}

async function countVisit(): Promise<void> {
  try {
    await callApi('/api/analytics/visit', { method: 'POST' });
  } catch (error) {
    logProblem('Error logging visit', error);
  }
}
