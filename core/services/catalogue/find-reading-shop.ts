import { findActingShop } from '../auth/acting-shop.ts';
import type { Manager } from '../auth/session.ts';

/**
 * Whose own categories and units somebody sees beside those of all shops: their own shop's as a member, those of the one
 * they name as the operator, nobody's else. Throws what `findActingShop` does for a shop that is named.
 */
export async function findReadingShop(by: Manager, named: number | undefined): Promise<number | undefined> {
  return named === undefined ? by.role && by.shopId : findActingShop(by, named);
}
