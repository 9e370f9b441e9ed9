import { listAddresses, saveAddress, type AddressView } from '@haat/contract/api/users';
import { type AddressFields, addressProblems, trimAddress } from '@haat/contract/rules/address';
import { reasonOf } from '@haat/contract/rules/reason';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { type TextId, useText } from '../../i18n/use-text.ts';
import { call } from '../../lib/api.ts';
import { QUERY_KEYS } from '../../lib/queries.ts';
import { readStored, writeStored } from '../../lib/storage.ts';
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

/** The signed-in user's addresses and the one that orders are delivered to; a guest has none. */
export function useAddresses(): Addresses {
  const { isSignedIn, userId } = useSession();
  const { data, isLoading, isError, refetch } = useQuery({
    queryKey: QUERY_KEYS.addresses,
    queryFn: ({ signal }) => call(listAddresses, { signal }),
    enabled: isSignedIn,
  });
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

/** Saves an address and chooses it. `problem` is the error text of the last attempt. */
export function useSaveAddress(id: number | undefined, onSaved: (address: AddressView) => void) {
  const t = useText();
  const queries = useQueryClient();
  const { isSignedIn, userId } = useSession();
  const [problem, setProblem] = useState<string>();

  const { mutate, isPending } = useMutation({
    mutationFn: (fields: AddressFields) => call(saveAddress, { body: { ...fields, id } }),
    onSuccess: (saved) => {
      queries.setQueryData<AddressView[]>(QUERY_KEYS.addresses, (known = []) => withSaved(known, saved));
      chooseAddress(userId, saved.id);
      onSaved(saved);
    },
    onError: (error) => setProblem(refusalOf(error) ?? t(saveProblem(error))),
  });

  const save = (fields: AddressFields) => {
    const rejection = rejectionOf(fields, { isSignedIn, userId });
    setProblem(rejection && t(rejection));
    if (!rejection) mutate(trimAddress(fields));
  };
  return { save, isSaving: isPending, problem };
}

type Who = { isSignedIn: boolean; userId: number | undefined };

function rejectionOf(fields: AddressFields, { isSignedIn, userId }: Who): TextId | undefined {
  if (!isSignedIn) return 'address.logIn';
  if (userId === undefined) return 'address.noUser';
  return addressProblems(fields).length > 0 ? 'address.invalid' : undefined;
}

function saveProblem(error: unknown): TextId {
  const { code } = reasonOf(error);
  if (code === 'unauthenticated') return 'address.logIn';
  return code === 'network' ? 'address.unsent' : 'address.refused';
}

// Only the server knows what is wrong with the input; asking to try again would not help.
function refusalOf(error: unknown): string | undefined {
  const { code, text } = reasonOf(error);
  return code === 'invalid_input' ? text : undefined;
}

function withSaved(known: readonly AddressView[], saved: AddressView): AddressView[] {
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

/** Stores the choice and notifies the screens that show it. */
function chooseAddress(userId: number | undefined, addressId: number): void {
  if (writeStored(keyOf(userId), String(addressId))) unstored.delete(keyOf(userId));
  else unstored.set(keyOf(userId), addressId);
  for (const listener of listeners) listener();
}

/** For `useSyncExternalStore`. */
function onAddressChosen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
