import { getPinCode } from '@haat/contract/accounts/users.calls';
import { isPinCode } from '@haat/contract/accounts/address';
import { type Place, toPlace } from '@haat/contract/shops/delivery-area';
import { useQuery } from '@tanstack/react-query';
import { isMissing } from '../../lib/api-error.ts';
import { call } from '../../lib/api.ts';
import { QUERY_KEYS } from '../../lib/queries.ts';

/** Undefined values are not known yet. */
export type PinCodeState = { city: string | undefined; place: Place | undefined; isMissing: boolean };

/** The server's data about the PIN code, once all its digits are typed. */
export function usePinCode(zip: string): PinCodeState {
  const pin = zip.trim();
  const { data, error } = useQuery({
    queryKey: QUERY_KEYS.pinCode(pin),
    queryFn: ({ signal }) => call(getPinCode, { params: { pin }, signal }),
    enabled: isPinCode(pin),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return { city: data?.city, place: data && toPlace(data), isMissing: isMissing(error) };
}
