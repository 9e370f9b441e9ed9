import type { AddressView } from '@haat/contract/api/addresses.schema';
import { addressProblems, trimAddress, type AddressFields } from '@haat/contract/rules/address';
import { reasonOf } from '@haat/contract/rules/reason';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { TextId } from '../../i18n/text-id.ts';
import { useText } from '../../i18n/use-text.ts';
import { callApi } from '../../lib/api.ts';
import { QUERY_KEYS } from '../../lib/queries.ts';
import { useSession } from '../session/use-session.ts';
import { chooseAddress } from './chosen-address.ts';
import { ADDRESS } from './use-addresses.ts';

/** Saves an address and chooses it. `problem` holds the text of spec sections 5 and 8 after a try that failed. */
export function useSaveAddress(id: number | undefined, onSaved: (address: AddressView) => void) {
  const t = useText();
  const queries = useQueryClient();
  const { isSignedIn, userId } = useSession();
  const [problem, setProblem] = useState<string>();

  const { mutate, isPending } = useMutation({
    mutationFn: (fields: AddressFields) =>
      callApi<AddressView>('/api/address', { method: 'POST', body: { ...fields, id }, like: ADDRESS }),
    onSuccess: (saved) => {
      queries.setQueryData<AddressView[]>(QUERY_KEYS.addresses, (known = []) => withSaved(known, saved));
      chooseAddress(userId, saved.id);
      onSaved(saved);
    },
    onError: (error) => setProblem(refusalOf(error) ?? t(saveProblem(error))),
  });

  const save = (fields: AddressFields) => {
    const obstacle = obstacleOf(fields, { isSignedIn, userId });
    setProblem(obstacle && t(obstacle));
    if (!obstacle) mutate(trimAddress(fields));
  };
  return { save, isSaving: isPending, problem };
}

type Who = { isSignedIn: boolean; userId: number | undefined };

function obstacleOf(fields: AddressFields, { isSignedIn, userId }: Who): TextId | undefined {
  if (!isSignedIn) return 'address.logIn';
  if (userId === undefined) return 'address.noUser';
  return addressProblems(fields).length > 0 ? 'address.invalid' : undefined;
}

function saveProblem(error: unknown): TextId {
  const { code } = reasonOf(error);
  if (code === 'unauthenticated') return 'address.logIn';
  return code === 'network' ? 'address.unsent' : 'address.refused';
}

// What is wrong with the input only the server can say; 'please try again' would not help.
function refusalOf(error: unknown): string | undefined {
  const { code, text } = reasonOf(error);
  return code === 'invalid_input' ? text : undefined;
}

function withSaved(known: readonly AddressView[], saved: AddressView): AddressView[] {
  const isKnown = known.some(({ id }) => id === saved.id);
  return isKnown ? known.map((each) => (each.id === saved.id ? saved : each)) : [...known, saved];
}
