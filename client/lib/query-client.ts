import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { TimeLimitError } from './time-limit.ts';

const MINUTE = 60_000;

/**
 * Reads are fresh for a minute and read again on reconnect; a refusal is not asked twice, a broken line is. A call without
 * a line fails and says so, instead of waiting for one while the screen shows its skeleton.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: MINUTE,
        gcTime: 10 * MINUTE,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        networkMode: 'always',
        retry: (failures, error) => failures < 2 && mayPass(error),
      },
      mutations: { networkMode: 'always' },
    },
  });
}

// Whoever waited for the time limit once should not wait three times to be told.
function mayPass(error: Error): boolean {
  return !(error instanceof TimeLimitError) && !(error instanceof ApiError && error.status < 500);
}
