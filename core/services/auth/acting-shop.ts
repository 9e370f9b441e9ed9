import { database } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { type Session, worksFor } from './session.ts';

type Member = Pick<Session, 'role' | 'shopId' | 'isPlatformAdmin'>;

/**
 * The shop that somebody writes in: their own for a member, whether or not it is named, and the named one for the
 * platform's operator. Throws DomainError `forbidden` for a shop that is not theirs, `invalid_input` when an operator
 * names none, `not_found` when there is no such shop. Spec section 6; threats, section 4.
 */
export async function findActingShop(by: Member, named?: number): Promise<number> {
  const shopId = named ?? (by.role && by.shopId);
  if (shopId === undefined) throw new DomainError('invalid_input', 'shop_id must say which shop this is for');
  if (worksFor(by, shopId)) return shopId;
  if (!by.isPlatformAdmin) throw new DomainError('forbidden', 'This is not your shop.');
  const { rowCount } = await database().pool.query('SELECT FROM shops WHERE id = $1', [shopId]);
  if (!rowCount) throw new DomainError('not_found', 'Shop Not Found');
  return shopId;
}
