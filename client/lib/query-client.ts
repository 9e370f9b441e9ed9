import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { TimeLimitError } from './async.ts';

const MINUTE = 60_000;

/**
 * Queries are fresh for a minute and refetched on reconnect. Network failures are retried, refusals are not. Offline, a
 * request fails and says so, instead of waiting for a connection while the screen shows its skeleton.
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
        retry: (failures, error) => failures < 2 && isRetryable(error),
      },
      mutations: { networkMode: 'always' },
    },
  });
}

// After a timeout the user should not wait for two more before the error shows, and offline not for the retries.
function isRetryable(error: Error): boolean {
  if (!navigator.onLine) return false;
  return !(error instanceof TimeLimitError) && !(error instanceof ApiError && error.status < 500);
}
