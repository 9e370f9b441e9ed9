import { deleteAddress, listAddresses, saveAddress, type AddressView } from '@haat/contract/accounts/users.calls';
import { reasonOf } from '@haat/contract/reason';
import { useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { isMissing } from '../../lib/api-error.ts';
import { call } from '../../lib/api.ts';
import { callQuery, useCall } from '../../lib/call-query.ts';
import { readKept, readStored, store, writeStored } from '../../lib/storage.ts';
import { useSession } from '../session/SessionProvider.tsx';

type Addresses = {
  addresses: readonly AddressView[];
  /** The one chosen last on this device, else the first. */
  chosen: AddressView | undefined;
  choose: (addressId: number) => void;
  isLoading: boolean;
  /** Loading failed, so it is unknown whether there are any. */
  isUnknown: boolean;
  reload: () => void;
};

/** The logged-in user's addresses and the one that orders are delivered to; a guest has none. */
export function useAddresses(): Addresses {
  const { isSignedIn, userId } = useSession();
  const { data, isLoading, isError, refetch } = useCall(listAddresses, {}, { enabled: isSignedIn });
  const addresses = data ?? [];
  const chosenId = useSyncExternalStore(onAddressChosen, () => readChosenAddress(userId));
  return {
    addresses,
    chosen: addresses.find(({ id }) => id === chosenId) ?? addresses[0],
    choose: (addressId) => chooseAddress(userId, addressId),
    isLoading,
    isUnknown: isError && data === undefined,
    reload: () => void refetch(),
  };
}

/** The key of the user's addresses. */
export const ADDRESSES = callQuery(listAddresses).queryKey;

/** Of a deletion: the text, and how to undo it. */
export type Deletion = { text: string; hasFailed?: boolean; undo?: () => Promise<void> };

/** Deletes an address immediately, and saves it again when the user undoes that; `deletion` is the last one. */
export function useDeleteAddress() {
  const t = useText();
  const queries = useQueryClient();
  const { userId } = useSession();
  const [deletion, setDeletion] = useState<Deletion>();
  const update = (change: (known: AddressView[]) => AddressView[]) =>
    queries.setQueryData(ADDRESSES, (known = []) => change(known));

  const restore = async ({ id, label, latitude, longitude, accuracy_metres: accuracy, ...fields }: AddressView) => {
    setDeletion(undefined);
    const location = accuracy === 0 ? { latitude, longitude } : {};
    try {
      const saved = await call(saveAddress, { body: { ...fields, label, ...location } });
      update((known) => withSaved(known, saved));
      if (readChosenAddress(userId) === id) chooseAddress(userId, saved.id);
    } catch (error) {
      setDeletion({ text: reasonOf(error).text ?? t('address.notRestored'), hasFailed: true });
    }
  };
  const remove = async (address: AddressView): Promise<void> => {
    update((known) => known.filter(({ id }) => id !== address.id));
    try {
      await call(deleteAddress, { params: { id: address.id } });
    } catch (error) {
      // Unless it was deleted on another device.
      if (!isMissing(error)) {
        setDeletion({ text: t('address.notDeleted'), hasFailed: true });
        void queries.invalidateQueries({ queryKey: ADDRESSES });
        return;
      }
    }
    const text = t('address.deleted', { street: address.street });
    // One whose PIN code does not exist cannot be saved again.
    setDeletion(address.latitude === null ? { text } : { text, undo: () => restore(address) });
  };
  return { remove, deletion };
}

/** The list with the address as it was saved. */
export function withSaved(known: readonly AddressView[], saved: AddressView): AddressView[] {
  const isKnown = known.some(({ id }) => id === saved.id);
  return isKnown ? known.map((each) => (each.id === saved.id ? saved : each)) : [...known, saved];
}

const listeners = new Set<() => void>();
const unstored = new Map<string, number>();

const keyOf = (userId: number | undefined) => `address_${userId ?? ''}`;

/** The id of the address that this user chose last on this device. */
function readChosenAddress(userId: number | undefined): number | undefined {
  const stored = Number(readStored(keyOf(userId)));
  return unstored.get(keyOf(userId)) ?? (stored > 0 ? stored : undefined);
}

const hereKey = (userId: number | undefined) => `here_${userId ?? ''}`;
const HERE = 'true';

/** Whether this user has chosen the shops around this device, after any address. */
export function useIsHere(): boolean {
  const { userId } = useSession();
  return useSyncExternalStore(onAddressChosen, () => readKept(hereKey(userId)) === HERE);
}

/** Stores that this user looks for shops around this device, until an address is chosen. */
export function chooseHere(userId: number | undefined): void {
  store(hereKey(userId), HERE);
  notify();
}

const notify = () => listeners.forEach((listener) => listener());

/** Stores the choice and notifies the screens that show it. */
export function chooseAddress(userId: number | undefined, addressId: number): void {
  store(hereKey(userId), '');
  if (writeStored(keyOf(userId), String(addressId))) unstored.delete(keyOf(userId));
  else unstored.set(keyOf(userId), addressId);
  notify();
}

/** For `useSyncExternalStore`. */
function onAddressChosen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
