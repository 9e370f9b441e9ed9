import { orderArrivalMachine } from '@haat/machines/notify/order-arrival.machine';
import { createActorContext } from '@xstate/react';
import { useEffect } from 'react';
import { useOnline } from '../../../lib/browser.ts';
import { FeedContext } from './notification-feed.ts';

/** Whether new orders arrive on this device: for the sign in the header, the banner and the alarm. */
export const ArrivalContext = createActorContext(orderArrivalMachine);

/** Follows the feed and the connection of the device. */
export function useArrival(): void {
  const arrival = ArrivalContext.useActorRef();
  const isOnline = useOnline();
  const isLive = FeedContext.useSelector((state) => state.matches({ streaming: 'live' }));
  const isReplaced = FeedContext.useSelector((state) => state.matches('replaced'));
  const hasFailed = FeedContext.useSelector((state) => !state.matches('loading') && !state.matches('streaming'));
  useEffect(() => {
    // A stream that is open still looks alive for a while after the device lost its connection.
    if (!isOnline) return arrival.send({ type: 'offline' });
    arrival.send({ type: 'online' });
    if (isLive) arrival.send({ type: 'live' });
    else if (isReplaced) arrival.send({ type: 'replaced' });
    else if (hasFailed) arrival.send({ type: 'interrupted' });
  }, [arrival, isOnline, isLive, isReplaced, hasFailed]);
}
