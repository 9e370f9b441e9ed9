import type { AddressFields } from '@haat/contract/accounts/address';
import { isNearPin, type Place } from '@haat/contract/shops/delivery-area';
import { type Point } from '@haat/contract/shops/distance';
import type { PoolClient } from 'pg';
import { inTransaction } from '../db/database.ts';
import { Address, User } from '../db/accounts.models.ts';
import { DomainError, invalidField } from '../errors.ts';
import { findPinCode } from '../pin-codes/find-pin-code.ts';

/** How many addresses one user may store. */
export const MAX_ADDRESSES = 20;

/** The user's own addresses, oldest first. */
export async function listAddresses({ userId }: { userId: number }): Promise<Address[]> {
  return Address.query().where({ userId }).orderBy('id');
}

const NOWHERE = { latitude: null, longitude: null, accuracyMetres: null };

/** `location`: set by the customer; without it the address is at the place of its PIN code, if that is known. */
type AddressToSave = AddressFields & { label?: string | null; location?: Point | undefined };

/**
 * Changes the user's own address of that id, or adds one when there is no id. Throws DomainError `not_found` for an id that
 * is not the user's, and `invalid_input` beyond 20 addresses, and for a location far from the PIN code.
 */
export async function saveAddress(request: { userId: number; id?: number; fields: AddressToSave }): Promise<Address> {
  const { userId, id } = request;
  const { label = null, location, ...given } = request.fields;
  const pinPlace = findPinCode(given.zip)?.place;
  if (location && pinPlace && !isNearPin(location, pinPlace)) {
    throw invalidField('location', 'is far from this PIN code. Check the PIN code or remove the location.');
  }
  const place = location ? { ...location, accuracyMetres: 0 } : (pinPlace ?? NOWHERE);
  const fields = { ...given, label, ...place };
  if (id === undefined) return inTransaction((client) => addAddress(client, userId, fields));
  const [address] = await Address.query()
    .where({ id, userId })
    .patch({ ...fields, updatedAt: new Date() })
    .returning('*');
  if (!address) throw new DomainError('not_found', 'Address not found');
  return address;
}

/** Deletes the user's own address; orders have their own copy. Throws DomainError `not_found` for any other id. */
export async function deleteAddress(request: { userId: number; id: number }): Promise<void> {
  const count = await Address.query().where(request).delete();
  if (count === 0) throw new DomainError('not_found', 'Address not found');
}

type AddressRow = AddressFields & (Place | typeof NOWHERE) & { label: string | null };

async function addAddress(client: PoolClient, userId: number, fields: AddressRow): Promise<Address> {
  // Without the lock, two concurrent requests would both count one too few.
  const user = await User.query(client).findById(userId).whereNull('deletedAt').select('id').forNoKeyUpdate();
  if (!user) throw new DomainError('not_found', 'User not found');
  const count = await Address.query(client).where({ userId }).resultSize();
  if (count >= MAX_ADDRESSES) {
    const text = `You can save at most ${MAX_ADDRESSES} addresses. Please change or delete an existing one.`;
    throw new DomainError('invalid_input', text);
  }
  return Address.query(client)
    .insert({ userId, ...fields })
    .returning('*');
}
