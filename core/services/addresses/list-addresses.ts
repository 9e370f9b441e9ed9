import { Address } from '../../db/address.model.ts';

/** The user's own addresses, oldest first. Spec section 7. */
export async function listAddresses({ userId }: { userId: number }): Promise<Address[]> {
  return Address.query().where({ userId }).orderBy('id');
}
