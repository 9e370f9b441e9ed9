import { isIndianMobile } from './address.ts';

/** The fields as the form holds them: texts; the mobile number may be empty. */
export type ProfileTexts = { name: string; email: string; mobile: string };

export const PROFILE_MOBILE_MESSAGE = 'Mobile must be 10 digits starting with 6-9.';

/** The fields without surrounding blanks. */
export function trimProfile({ name, email, mobile }: ProfileTexts): ProfileTexts {
  return { name: name.trim(), email: email.trim(), mobile: mobile.trim() };
}

/** The invalid fields: the name is required, the mobile optional, the email for an account that has none yet. */
export function profileProblems(texts: ProfileTexts, { hasEmail } = { hasEmail: true }): (keyof ProfileTexts)[] {
  const { name, email, mobile } = trimProfile(texts);
  const isWrong = {
    name: name === '',
    email: (hasEmail || email !== '') && !isEmail(email),
    mobile: mobile !== '' && !isIndianMobile(mobile),
  };
  return (['name', 'email', 'mobile'] as const).filter((field) => isWrong[field]);
}

// Only the format is checked here; the code that is sent to the mailbox proves that it exists.
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** Whether the text, without surrounding blanks, looks like an email address. */
export function isEmail(text: string): boolean {
  return EMAIL.test(text.trim());
}
