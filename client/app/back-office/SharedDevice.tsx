import { useDevice } from '@haat/contract/accounts/shared-devices.calls';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect } from 'react';
import { call, commonHeaders } from '../../lib/api.ts';
import { useOnline } from '../../lib/browser.ts';
import { onLive } from '../../lib/live-updates.ts';
import { isOfOther, setActor } from '../../lib/offline-queue/changes-of-members.ts';
import { ACTING_AS, onQueueChange, queueState } from '../../lib/offline-queue/offline-queue.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { throttle } from '../../lib/throttle.ts';
import { FeedContext } from '../../office/orders/alerts/notification-feed.ts';
import { useSession } from '../../shared/session/SessionProvider.tsx';
import { LockPanel } from './LockPanel.tsx';
import {
  isPinRequired,
  useExtendOffline,
  useReloadSharedDevice,
  useSharedDevice,
} from '../../shared/session/shared-device.ts';

/** On a device with PINs: shows who works on it, and while it is locked, covers the screen with the PIN pad. */
export function SharedDevice() {
  const device = useSharedDevice();
  const reload = useReloadSharedDevice();
  useActor();
  useReloadWhenRefused(reload);
  useReloadOnReconnect(reload);
  if (!device) return null;
  const { person, until, people } = device;
  return person && until ? (
    <InUse until={until} idleMinutes={device.idle_minutes ?? 1} reload={reload} />
  ) : (
    <LockPanel people={people} />
  );
}

/** Adds the acting member to every change: the server refuses changes of one member while another one acts. */
function useActor(): void {
  const device = useSharedDevice();
  const { userId = 0, user, email = '' } = useSession();
  const isShared = device !== undefined;
  const until = device?.until ?? undefined;
  const { id, name } = (isShared ? device.person : { id: userId, name: user?.name ?? email }) ?? {};
  useLayoutEffect(() => {
    setActor(id === undefined ? undefined : { id, name: name ?? '' }, until);
    if (!isShared || id === undefined) return undefined;
    commonHeaders[ACTING_AS] = String(id);
    return () => {
      delete commonHeaders[ACTING_AS];
    };
  }, [isShared, id, name, until]);
}

/** A refused change means that this page does not know who works on the device. */
function useReloadWhenRefused(reload: () => Promise<void>): void {
  const queries = useQueryClient();
  useEffect(() => {
    const stopMutations = queries.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error' && isPinRequired(event.action.error)) void reload();
    });
    let refused = 0;
    const stopQueue = onQueueChange(() => {
      const now = queueState().actions.filter(isOfOther).length;
      if (now > refused) void reload();
      refused = now;
    });
    return () => {
      stopMutations();
      stopQueue();
    };
  }, [queries, reload]);
}

/** The server closes the connections of a session when another member starts to act with it, here or in another tab. */
function useReloadOnReconnect(reload: () => Promise<void>): void {
  const isStreaming = FeedContext.useSelector((state) => state.matches({ streaming: 'live' }));
  useEffect(() => {
    if (isStreaming) void reload();
  }, [isStreaming, reload]);
  useEffect(() => onLive('reconnected', () => void reload()), [reload]);
}

const MINUTE = 60_000;
const USES = ['pointerdown', 'keydown', 'wheel'] as const;

type InUseProps = { until: string; idleMinutes: number; reload: () => Promise<void> };

/** Keeps the device unlocked while it is used. When it is idle, the server locks it, and this page then asks for the state. */
function InUse({ until, idleMinutes, reload }: InUseProps) {
  const isOnline = useOnline();
  const extend = useExtendOffline();
  useEffect(() => {
    const pause = Math.min(MINUTE, (idleMinutes * MINUTE) / 2);
    const use = throttle(pause, () => {
      // Without a connection it could not be unlocked, so it does not lock.
      if (!navigator.onLine) extend();
      else void call(useDevice).then(reload, (error) => (isPinRequired(error) ? reload() : undefined));
    });
    for (const event of USES) window.addEventListener(event, use.call, { capture: true, passive: true });
    return () => {
      use.stop();
      for (const event of USES) window.removeEventListener(event, use.call, { capture: true });
    };
  }, [idleMinutes, reload, extend]);
  useEffect(() => {
    if (!isOnline) return undefined;
    const left = Date.parse(until) - serverNow();
    // The clock of the server is known to a second.
    const timer = setTimeout(() => void reload(), Math.max(left, 0) + 1_000);
    return () => clearTimeout(timer);
  }, [until, isOnline, reload]);
  return null;
}
