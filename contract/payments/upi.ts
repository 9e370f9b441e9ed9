import { toRupees } from '../rupees.ts';

/** A name at a bank's or an app's handle: `shop@okaxis`, `9876543210@ybl`. */
const VPA = /^[a-z0-9][a-z0-9._-]{0,62}@[a-z][a-z0-9]{1,35}$/;

/** A UPI address as it is stored: lower case without spaces; undefined for any other text. */
export function vpaIn(text: string): string | undefined {
  const vpa = text.replaceAll(/\s/g, '').toLowerCase();
  return VPA.test(vpa) ? vpa : undefined;
}

type UpiPayment = { vpa: string; name: string; amountPaise: number; note: string };

/** The longest name and note that all UPI apps show. */
const MAX_TEXT = 50;

/** The link, shown as a QR code, with which a UPI app pays that amount to that address. */
export function upiLink({ vpa, name, amountPaise, note }: UpiPayment): string {
  const text = (value: string) => encodeURIComponent(Array.from(value).slice(0, MAX_TEXT).join(''));
  return `upi://pay?pa=${vpa}&pn=${text(name)}&am=${toRupees(amountPaise).toFixed(2)}&tn=${text(note)}&cu=INR`;
}
