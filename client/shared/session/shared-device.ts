import {
  enterPin,
  getSharedDevice,
  sharedDeviceView,
  type SharedDeviceView,
} from '@haat/contract/accounts/shared-devices.calls';
import { reasonOf } from '@haat/contract/reason';
import {
  type Query,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { call, matches, parseJson, sendRequest } from '../../lib/api.ts';
import { callQuery } from '../../lib/call-query.ts';
import { reload } from '../../lib/reload.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { clearCopies, readStored, removeStored, writeStored } from '../../lib/storage.ts';
import { useSession, useSessionSend } from './SessionProvider.tsx';
import { isHelping } from './shop-role.ts';
import { continueSession } from './switch-shop.ts';

const REREAD_MS = 5 * 60_000;

type Of = { userId: number; shopId: number };

/** `last`: the id of the one who worked last, as this tab knows. */
type KnownDevice = SharedDeviceView & { last?: number | undefined };

/** Whether this device asks for a PIN, and who is working on it. */
function sharedDeviceQuery(of: Of) {
  const { queryKey, meta } = callQuery(getSharedDevice, {}, { owner: of });
  return queryOptions({
    queryKey: [...queryKey],
    queryFn: async ({ signal, client }): Promise<KnownDevice> => {
      const device = await call(getSharedDevice, { signal });
      const before = client.getQueryData<KnownDevice>(queryKey)?.last ?? of.userId;
      // Without a PIN, the account itself acts.
      const now = device.asks_pin ? device.person?.id : of.userId;
      if (now !== undefined && now !== before) forgetOther(client);
      const known = { ...device, last: now ?? before };
      remember(of, known);
      return known;
    },
    meta,
    initialData: () => recall(of),
    // As this device knew it last, it may be outdated.
    initialDataUpdatedAt: 0,
    refetchInterval: REREAD_MS,
  });
}

/** The shared device that this is, for a member of the shop; undefined for any other device, and until it is known. */
export function useSharedDevice(): SharedDeviceView | undefined {
  const session = useSession();
  const { isVendor, userId = 0, shopId = 0 } = session;
  const isAsked = isVendor && !isHelping(session) && userId > 0 && shopId > 0;
  const { data } = useQuery({ ...sharedDeviceQuery({ userId, shopId }), enabled: isAsked });
  return isAsked && data?.asks_pin ? data : undefined;
}

/** Removes data that was read with the permissions of another member: the next one may have fewer. */
function forgetOther(queries: QueryClient): void {
  const predicate = ({ queryKey }: Query) => queryKey[0] !== getSharedDevice.path;
  queries.removeQueries({ type: 'inactive', predicate });
  void queries.resetQueries({ type: 'active', predicate });
  clearCopies();
}

/** Whether this is a locked shared device, on which new orders cannot be silenced. */
export function useLocked(): () => boolean {
  const device = useSharedDevice();
  const isLocked = useRef(false);
  useEffect(() => {
    isLocked.current = device !== undefined && device.person === null;
  }, [device]);
  return useCallback(() => isLocked.current, []);
}

/** Reads it again. */
export function useReloadSharedDevice(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => reload(queries, [getSharedDevice.path]), [queries]);
}

type Entry = { userId: number; pin: string };

/** A member begins to work on this device. */
export function useEnterPin() {
  const queries = useQueryClient();
  const send = useSessionSend();
  const readAgain = useReloadSharedDevice();
  return useMutation({
    mutationFn: ({ userId, pin }: Entry) =>
      continueSession((bearer) => sendRequest(enterPin, { body: { user_id: userId, pin } }, bearer)),
    onSuccess: async (tokens) => {
      send({ type: 'signedIn', tokens });
      await readAgain();
      void queries.invalidateQueries();
    },
  });
}

/** Without a connection, a member who uses the device before its lock time continues: it counts from the last use. */
export function useExtendOffline(): () => void {
  const queries = useQueryClient();
  const { userId = 0, shopId = 0 } = useSession();
  return useCallback(() => {
    const { queryKey } = sharedDeviceQuery({ userId, shopId });
    const device = queries.getQueryData<KnownDevice>(queryKey);
    const { until, idle_minutes: minutes } = device ?? {};
    if (!device || !until || !minutes || Date.parse(until) <= serverNow()) return;
    const extended = { ...device, until: new Date(serverNow() + minutes * 60_000).toISOString() };
    remember({ userId, shopId }, extended);
    queries.setQueryData(queryKey, extended);
  }, [queries, userId, shopId]);
}

/** Whether the server refused a change because this device is locked, or because another member is working on it. */
export const isPinRequired = (error: unknown): boolean => reasonOf(error).code === 'pin_required';

// Stored, so that a reload without a connection changes neither the lock nor the member. Changes after the lock time are recorded
// without a member (`setActor`).
const storageKey = ({ userId, shopId }: Of): string => `sharedDevice_${userId}_${shopId}`;

function remember(of: Of, device: KnownDevice): void {
  if (device.asks_pin) writeStored(storageKey(of), JSON.stringify(device));
  else removeStored(storageKey(of));
}

function recall(of: Of): KnownDevice | undefined {
  const stored = parseJson(readStored(storageKey(of)) ?? '');
  return matches(stored, sharedDeviceView) ? stored : undefined;
}
