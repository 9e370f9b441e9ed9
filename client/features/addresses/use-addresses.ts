import type { AddressView } from '@haat/contract/api/addresses.schema';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { callApi } from '../../lib/api.ts';
import { QUERY_KEYS } from '../../lib/queries.ts';
import { useSession } from '../session/use-session.ts';
import { chooseAddress, onAddressChosen, readChosenAddress } from './chosen-address.ts';

/** What an address must have to be shown. */
export const ADDRESS = { id: 0, name: '', street: '', city: '', zip: '', phone: '' };

export type Addresses = {
  addresses: readonly AddressView[];
  /** The one chosen last on this device, else the first. */
  chosen: AddressView | undefined;
  choose: (addressId: number) => void;
  isLoading: boolean;
  /** They could not be read, so that nobody knows whether there are any. */
  isUnknown: boolean;
  reload: () => void;
};

/** The signed-in user's addresses, and which of them an order goes to; a guest has none. */
export function useAddresses(): Addresses {
  const { isSignedIn, userId } = useSession();
  const { data, isLoading, isError, refetch } = useQuery({
    queryKey: QUERY_KEYS.addresses,
    queryFn: ({ signal }) => callApi<AddressView[]>('/api/address', { signal, like: [ADDRESS] }),
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
