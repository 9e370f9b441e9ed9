import { mobileIn } from './address.ts';
import { isEmail } from './profile.ts';

/** The login of an account: an email address, or the ten digits of an Indian mobile number. */
export type Contact = { email: string; mobile?: undefined } | { mobile: string; email?: undefined };

/** The email address or mobile number in a text; undefined for anything else. */
export function contactIn(text: string): Contact | undefined {
  if (isEmail(text)) return { email: text.trim() };
  const mobile = mobileIn(text);
  return mobile === undefined ? undefined : { mobile };
}

/** The pickup contact as the form has it: who picks up an order. */
export type PickUpContact = { name: string; phone: string };

export const CONTACT_NAME_MAX = 100;

/** The invalid fields: the shop needs a name, and a mobile number to reach the customer. */
export function pickUpProblems({ name, phone }: PickUpContact): (keyof PickUpContact)[] {
  const length = name.trim().length;
  const isNamed = length > 0 && length <= CONTACT_NAME_MAX;
  return [...(isNamed ? [] : ['name' as const]), ...(mobileIn(phone) === undefined ? ['phone' as const] : [])];
}

/** The contact as people write it: `+91 98765 43210`, or the email address. */
export const contactText = ({ email, mobile }: Contact): string =>
  email ?? `+91 ${mobile.slice(0, 5)} ${mobile.slice(5)}`;
