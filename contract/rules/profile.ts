import { isEmail } from './email.ts';
import { isIndianMobile } from './phone.ts';

/** As the form has them: texts, the mobile may be empty. Spec section 2, Update Profile. */
export type ProfileTexts = { name: string; email: string; mobile: string };

/** Ten digits starting 6–9, or nothing. Spec section 5. */
export const PROFILE_MOBILE = /^([6-9]\d{9})?$/;
export const PROFILE_MOBILE_MESSAGE = 'Mobile must be 10 digits starting with 6-9.';

/** The fields without surrounding blanks. */
export function trimProfile({ name, email, mobile }: ProfileTexts): ProfileTexts {
  return { name: name.trim(), email: email.trim(), mobile: mobile.trim() };
}

/** The fields that keep a profile from being saved: name and email are required, the mobile is not. Spec section 5. */
export function profileProblems(texts: ProfileTexts): (keyof ProfileTexts)[] {
  const { name, email, mobile } = trimProfile(texts);
  const isWrong = { name: name === '', email: !isEmail(email), mobile: mobile !== '' && !isIndianMobile(mobile) };
  return (['name', 'email', 'mobile'] as const).filter((field) => isWrong[field]);
}
