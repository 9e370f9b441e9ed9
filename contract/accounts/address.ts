import { plainDigits } from '../plain-digits.ts';

export type AddressFields = { name: string; street: string; city: string; zip: string; phone: string };

/** The message of the address form for every invalid field. */
export const ADDRESS_MESSAGE = 'Please fill all fields correctly. Phone must be 10 digits starting with 6-9.';

const FIELDS = ['name', 'street', 'city', 'zip', 'phone'] as const;

/** The fields without surrounding blanks. */
export function trimAddress(address: AddressFields): AddressFields {
  const { name, street, city, zip, phone } = address;
  return { name: name.trim(), street: street.trim(), city: city.trim(), zip: zip.trim(), phone: phone.trim() };
}

/** The invalid fields: empty ones, a phone that is not a mobile number, and a zip that is not a PIN code. */
export function addressProblems(address: AddressFields): (typeof FIELDS)[number][] {
  const trimmed = trimAddress(address);
  return FIELDS.filter((field) => {
    if (field === 'phone') return !isIndianMobile(trimmed.phone);
    return field === 'zip' ? !isPinCode(trimmed.zip) : trimmed[field] === '';
  });
}

/** The address in one line; orders of deleted accounts have no street any more. */
export const addressLine = ({ street, city, zip }: Pick<AddressFields, 'street' | 'city' | 'zip'>): string =>
  [street, `${city} ${zip}`.trim()].filter(Boolean).join(', ');

/** Six digits, the first one not 0. Every such number is accepted, because no table lists the newest codes. */
export const PIN_CODE = /^[1-9]\d{5}$/;

/** Whether the text, without surrounding blanks, has the form of a PIN code. */
export function isPinCode(text: string): boolean {
  return PIN_CODE.test(text.trim());
}

/** The error text for an invalid PIN code. */
export const PIN_CODE_MESSAGE = 'must be a PIN code of 6 digits, the first one not 0';

/** Labels that every language has words for; any other label is the customer's own text. */
export const ADDRESS_LABELS = ['Home', 'Work'] as const;
export const ADDRESS_LABEL_MAX = 30;

/** Ten digits starting 6–9. */
const INDIAN_MOBILE = /^[6-9]\d{9}$/;

// Address books add invisible direction marks, and some programs add characters that select a glyph variant.
const BETWEEN_DIGITS = /[\s\p{Pd}\p{Cf}\ufe00-\ufe0f().]/gu;
const WITH_PREFIX = /^(?:\+?91|0091|0)?([6-9]\d{9})$/;

/** Whether the text, without surrounding blanks, is an Indian mobile number. */
export function isIndianMobile(text: string): boolean {
  return INDIAN_MOBILE.test(text.trim());
}

/**
 * The ten digits of an Indian mobile number, which may be written with +91, 91 or 0 before it, with blanks, hyphens, dots or
 * brackets in it, and in the digits of an Indian script. Undefined for anything else.
 */
export function mobileIn(text: string): string | undefined {
  return WITH_PREFIX.exec(withoutSeparators(text))?.[1];
}

/** The text in plain digits, without separators. */
export function withoutSeparators(text: string): string {
  return plainDigits(text).replaceAll(BETWEEN_DIGITS, '');
}
