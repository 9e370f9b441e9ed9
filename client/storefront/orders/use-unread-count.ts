import { countUnread } from '@haat/contract/notify/notifications.calls';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { QUERY_KEYS } from '../../lib/queries.ts';
import { useSession } from '../../shared/session/SessionProvider.tsx';
import { useRefetchOnEvents } from '../../lib/use-refetch-on-events.ts';

const UNREAD_KEY = [...QUERY_KEYS.notifications, 'unread'];

/** How many notifications the user has not read, live; 0 while it is unknown. */
export function useUnreadCount(): number {
  const { isSignedIn } = useSession();
  const { data } = useQuery({
    queryKey: UNREAD_KEY,
    queryFn: ({ signal }) => call(countUnread, { signal }),
    // Another tab may have logged out.
    enabled: isSignedIn,
    // Each screen that shows it counts anew.
    staleTime: 0,
  });
  useRefetchOnEvents(UNREAD_KEY);
  return (isSignedIn && data?.unread) || 0;
}
