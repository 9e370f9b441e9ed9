/** Ten digits starting 6–9. Spec section 5. */
export const INDIAN_MOBILE = /^[6-9]\d{9}$/;

// Address books add marks that nobody sees, which say in which direction a number is read.
const BETWEEN_DIGITS = /[\s\p{Pd}\p{Cf}().]/gu;
const WITH_PREFIX = /^(?:\+?91|0091|0)?([6-9]\d{9})$/;

/** Whether the text, without surrounding blanks, is an Indian mobile number. Spec section 5. */
export function isIndianMobile(text: string): boolean {
  return INDIAN_MOBILE.test(text.trim());
}

/**
 * The ten digits of an Indian mobile number that is written as people do: with +91, 91 or 0 before it, with blanks, hyphens,
 * dots or brackets in it. Undefined for anything else. Spec section 5.
 */
export function mobileIn(text: string): string | undefined {
  return WITH_PREFIX.exec(withoutSeparators(text))?.[1];
}

/** The text without what people put between digits, so that "98765 43210" is not cut after ten characters. Spec section 5. */
export function withoutSeparators(text: string): string {
  return text.replaceAll(BETWEEN_DIGITS, '');
}
