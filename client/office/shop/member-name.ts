import type { MemberView } from '@haat/contract/accounts/team.calls';
import { contactText } from '@haat/contract/accounts/contact';

type Member = Pick<MemberView, 'name' | 'email' | 'mobile'>;

/** The email address, or the mobile number as people write it. */
export function contactOf({ email, mobile }: Member): string {
  if (email !== null) return email;
  return mobile === null ? '' : contactText({ mobile });
}

/** How the team knows a member. */
export const memberName = (member: Member): string => member.name || contactOf(member);
