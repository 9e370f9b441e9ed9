// Something on both sides of the @ and a dot after it: whether a mailbox is there, its code will show.
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** Whether the text, without surrounding blanks, reads like an email address. Spec section 5. */
export function isEmail(text: string): boolean {
  return EMAIL.test(text.trim());
}
