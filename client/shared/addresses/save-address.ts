import { saveAddress, type AddressView } from '@haat/contract/accounts/users.calls';
import { type AddressFields, addressProblems, trimAddress } from '@haat/contract/accounts/address';
import { isNearPin, type Point } from '@haat/contract/shops/delivery-area';
import { reasonOf } from '@haat/contract/reason';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type TextId, useText } from '../../i18n/use-text.ts';
import { call } from '../../lib/api.ts';
import { QUERY_KEYS } from '../../lib/queries.ts';
import { useSession } from '../session/SessionProvider.tsx';
import type { PinCodeState } from './use-pin-code.ts';
import { chooseAddress, withSaved } from './use-addresses.ts';

/** The values to save. `location`: set by the customer; otherwise the address is at the known place of its PIN code, if any. */
export type AddressToSave = AddressFields & { label: string; location: Point | undefined };

/**
 * Saves an address and chooses it. `problem` is the error text of the last attempt. `pin`: the state of the PIN code lookup.
 */
export function useSaveAddress(
  { id, pin }: { id: number | undefined; pin: PinCodeState },
  onSaved: (address: AddressView) => void,
) {
  const t = useText();
  const queries = useQueryClient();
  const { isSignedIn, userId } = useSession();
  const [problem, setProblem] = useState<string>();

  const { mutate, isPending } = useMutation({
    mutationFn: (address: AddressToSave) => call(saveAddress, { body: bodyOf(address, id) }),
    onSuccess: (saved) => {
      queries.setQueryData<AddressView[]>(QUERY_KEYS.addresses, (known = []) => withSaved(known, saved));
      chooseAddress(userId, saved.id);
      onSaved(saved);
    },
    onError: (error) => setProblem(refusalOf(error) ?? t(saveProblem(error))),
  });

  const save = (address: AddressToSave) => {
    const rejection = rejectionOf(address, { isSignedIn, userId, pin });
    setProblem(rejection && t(rejection));
    if (!rejection) mutate(address);
  };
  return { save, isSaving: isPending, problem };
}

function bodyOf({ label, location, ...fields }: AddressToSave, id: number | undefined) {
  const named = label.trim() === '' ? undefined : label.trim();
  return { ...trimAddress(fields), id, label: named, ...location };
}

type Known = { isSignedIn: boolean; userId: number | undefined; pin: PinCodeState };

function rejectionOf(address: AddressToSave, { isSignedIn, userId, pin }: Known): TextId | undefined {
  if (!isSignedIn) return 'address.logIn';
  if (userId === undefined) return 'address.noUser';
  if (addressProblems(address).length > 0) return 'address.invalid';
  const isFar = address.location !== undefined && pin.place !== undefined && !isNearPin(address.location, pin.place);
  return isFar ? 'address.locationFar' : undefined;
}

function saveProblem(error: unknown): TextId {
  const { code } = reasonOf(error);
  if (code === 'unauthenticated') return 'address.logIn';
  return code === 'network' ? 'address.unsent' : 'address.refused';
}

// Only the server knows why the input is invalid; asking to try again would not help.
function refusalOf(error: unknown): string | undefined {
  const { code, text } = reasonOf(error);
  return code === 'invalid_input' ? text : undefined;
}
