import {
  enterPin,
  getSharedDevice,
  lockDevice,
  sharedDeviceView,
  type SharedDeviceView,
} from '@haat/contract/api/shared-devices';
import { reasonOf } from '@haat/contract/rules/reason';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { BACK_OFFICE_QUERY_KEYS } from '../../lib/back-office-query-keys.ts';
import { call, matches, parseJson, sendRequest } from '../../lib/api.ts';
import { readStored, removeStored, writeStored } from '../../lib/storage.ts';
import { useSession, useSessionSend } from '../session/SessionProvider.tsx';
import { continueSession } from '../session/switch-shop.ts';

const REREAD_MS = 5 * 60_000;

type Of = { userId: number; shopId: number };

/** Whether this device asks for a PIN, and who is working on it. */
const sharedDeviceQuery = ({ userId, shopId }: Of) =>
  queryOptions({
    queryKey: [...BACK_OFFICE_QUERY_KEYS.sharedDevice(shopId), userId],
    queryFn: async ({ signal }) => {
      const device = await call(getSharedDevice, { signal });
      remember({ userId, shopId }, device);
      return device;
    },
    initialData: () => recall({ userId, shopId }),
    // As this device knew it last, it may be outdated.
    initialDataUpdatedAt: 0,
    refetchInterval: REREAD_MS,
  });

/** The shared device that this is, for a member of the shop; undefined for any other device, and until it is known. */
export function useSharedDevice(): SharedDeviceView | undefined {
  const { isVendor, isHelping, userId = 0, shopId = 0 } = useSession();
  const isAsked = isVendor && !isHelping && userId > 0 && shopId > 0;
  const { data } = useQuery({ ...sharedDeviceQuery({ userId, shopId }), enabled: isAsked });
  return isAsked && data?.asks_pin ? data : undefined;
}

/** Answers whether this is a shared device where nobody works: then nobody silences its orders. */
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
  const { shopId = 0 } = useSession();
  return useCallback(
    () => queries.invalidateQueries({ queryKey: BACK_OFFICE_QUERY_KEYS.sharedDevice(shopId) }),
    [queries, shopId],
  );
}

type Entry = { userId: number; pin: string };

/** A member begins to work on this device. What it showed to the one before is read anew. */
export function useEnterPin() {
  const queries = useQueryClient();
  const send = useSessionSend();
  const reload = useReloadSharedDevice();
  return useMutation({
    mutationFn: ({ userId, pin }: Entry) =>
      continueSession((bearer) => sendRequest(enterPin, { body: { user_id: userId, pin } }, bearer)),
    onSuccess: async (tokens) => {
      send({ type: 'signedIn', tokens });
      queries.removeQueries({ type: 'inactive' });
      await reload();
      void queries.invalidateQueries();
    },
  });
}

/** Locks this device: the next one enters their PIN. */
export function useLockDevice() {
  const reload = useReloadSharedDevice();
  return useMutation({ mutationFn: () => call(lockDevice), onSuccess: reload });
}

/** Whether the server refused a change because nobody works on this device, or somebody else. */
export const isPinRequired = (error: unknown): boolean => reasonOf(error).code === 'pin_required';

// Without a connection, after a reload, the device is as it was: locked, or with the member who worked on it.
const storageKey = ({ userId, shopId }: Of): string => `sharedDevice_${userId}_${shopId}`;

function remember(of: Of, device: SharedDeviceView): void {
  if (device.asks_pin) writeStored(storageKey(of), JSON.stringify(device));
  else removeStored(storageKey(of));
}

function recall(of: Of): SharedDeviceView | undefined {
  const stored = parseJson(readStored(storageKey(of)) ?? '');
  return matches(stored, sharedDeviceView) ? stored : undefined;
}
