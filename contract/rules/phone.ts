/** Ten digits starting 6–9. Spec section 5. */
export const INDIAN_MOBILE = /^[6-9]\d{9}$/;

/** Whether the text, without surrounding blanks, is an Indian mobile number. Spec section 5. */
export function isIndianMobile(text: string): boolean {
  return INDIAN_MOBILE.test(text.trim());
}
