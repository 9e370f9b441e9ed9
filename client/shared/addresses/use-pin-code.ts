import { getPinCode } from '@haat/contract/accounts/users.calls';
import { isPinCode } from '@haat/contract/accounts/address';
import { type Place, toPlace } from '@haat/contract/shops/delivery-area';
import { isMissing } from '../../lib/api-error.ts';
import { useCall } from '../../lib/call-query.ts';

/** Undefined values are not known yet. */
export type PinCodeState = { city: string | undefined; place: Place | undefined; isMissing: boolean };

/** The server's data about the PIN code, once all its digits are typed. */
export function usePinCode(zip: string): PinCodeState {
  const pin = zip.trim();
  const options = { enabled: isPinCode(pin), staleTime: Number.POSITIVE_INFINITY, retry: false };
  const { data, error } = useCall(getPinCode, { params: { pin } }, options);
  return { city: data?.city, place: data && toPlace(data), isMissing: isMissing(error) };
}
