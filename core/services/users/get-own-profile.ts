import { User } from '../../db/user.model.ts';
import { DomainError } from '../../errors.ts';

/** The user's own record. Throws DomainError `not_found`. Spec section 3. */
export async function getOwnProfile({ userId }: { userId: number }): Promise<User> {
  const user = await User.query().findById(userId);
  if (!user) throw new DomainError('not_found', 'User not found');
  return user;
}
