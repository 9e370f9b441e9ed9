import type { AddressFields } from '@haat/contract/rules/address';
import type { Transaction } from 'objection';
import { Address } from '../../db/address.model.ts';
import { User } from '../../db/user.model.ts';
import { DomainError } from '../../errors.ts';

/** How many addresses one user may store. */
export const MAX_ADDRESSES = 20;

/** The user's own addresses, oldest first. */
export async function listAddresses({ userId }: { userId: number }): Promise<Address[]> {
  return Address.query().where({ userId }).orderBy('id');
}

/**
 * Changes the user's own address of that id, or adds one when there is no id. Throws DomainError `not_found` for an id that
 * is not the user's, and `invalid_input` beyond 20 addresses.
 */
export async function saveAddress(request: { userId: number; id?: number; fields: AddressFields }): Promise<Address> {
  const { userId, id, fields } = request;
  if (id === undefined) return Address.transaction((trx) => addAddress(userId, fields, trx));
  const [address] = await Address.query()
    .where({ id, userId })
    .patch({ ...fields, updatedAt: new Date() })
    .returning('*');
  if (!address) throw new DomainError('not_found', 'Address not found');
  return address;
}

async function addAddress(userId: number, fields: AddressFields, trx: Transaction): Promise<Address> {
  // Without the lock, two concurrent requests would both count one too few.
  await User.query(trx).findById(userId).select('id').forNoKeyUpdate();
  const count = await Address.query(trx).where({ userId }).resultSize();
  if (count >= MAX_ADDRESSES) {
    const text = `You can save at most ${MAX_ADDRESSES} addresses. Please change an existing one.`;
    throw new DomainError('invalid_input', text);
  }
  return Address.query(trx)
    .insert({ userId, ...fields })
    .returning('*');
}
