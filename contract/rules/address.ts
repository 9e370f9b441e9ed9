import { isIndianMobile } from './phone.ts';

export type AddressFields = { name: string; street: string; city: string; zip: string; phone: string };

/** Spec section 5: the one message of the address form. */
export const ADDRESS_MESSAGE = 'Please fill all fields correctly. Phone must be 10 digits starting with 6-9.';

const FIELDS = ['name', 'street', 'city', 'zip', 'phone'] as const;

/** The fields without surrounding blanks. */
export function trimAddress(address: AddressFields): AddressFields {
  const { name, street, city, zip, phone } = address;
  return { name: name.trim(), street: street.trim(), city: city.trim(), zip: zip.trim(), phone: phone.trim() };
}

/** The fields that keep an address from being saved: empty ones, and a phone that is none. Spec section 5. */
export function addressProblems(address: AddressFields): (typeof FIELDS)[number][] {
  const trimmed = trimAddress(address);
  return FIELDS.filter((field) => trimmed[field] === '' || (field === 'phone' && !isIndianMobile(trimmed.phone)));
}
