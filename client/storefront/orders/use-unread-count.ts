import { countUnread } from '@haat/contract/notify/notifications.calls';
import { useCall } from '../../lib/call-query.ts';
import { useSession } from '../../shared/session/SessionProvider.tsx';
import { useRefetchOnEvents } from '../../lib/use-refetch-on-events.ts';

const UNREAD = [countUnread.path];

/** How many notifications the user has not read, live; 0 while it is unknown. */
export function useUnreadCount(): number {
  const { isSignedIn } = useSession();
  // Another tab may have logged out. Each screen that shows it counts anew.
  const { data } = useCall(countUnread, {}, { enabled: isSignedIn, staleTime: 0 });
  useRefetchOnEvents(UNREAD);
  return (isSignedIn && data?.unread) || 0;
}
