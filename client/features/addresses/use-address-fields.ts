import type { AddressFields } from '@haat/contract/rules/address';
import { cityOfPin } from '@haat/contract/rules/pin-city';
import { useState } from 'react';
import { useSession } from '../session/use-session.ts';
import { forgetDraft, keepDraft, readDraft } from './address-draft.ts';

/** What is typed into the form of an address, begun with what is known and what was typed before. */
export function useAddressFields(addressId: number | undefined, known: AddressFields) {
  const { userId } = useSession();
  const draft = { userId, addressId };
  const [fields, setFields] = useState<AddressFields>(() => ({ ...known, ...readDraft(draft) }));
  const [ourCity, setOurCity] = useState('');
  const change = (field: keyof AddressFields, text: string) => {
    const changed = { ...fields, [field]: text };
    // The PIN code fills in its city, unless somebody wrote another one.
    const city = field === 'zip' && ['', ourCity].includes(fields.city.trim()) ? cityOfPin(text) : undefined;
    if (city) setOurCity(city);
    const completed = city ? { ...changed, city } : changed;
    setFields(completed);
    keepDraft(draft, completed);
  };
  return { fields, change, forget: () => forgetDraft(draft) };
}
