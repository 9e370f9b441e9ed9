import type { NamedView } from '@haat/contract/catalog/products.calls';
import { DomainError } from '../errors.ts';
import { may, type Manager } from '../accounts/shop-rights.ts';

/** A category or unit of a shop. */
export type OwnName = { id: number; shopId: number; name: string };

/**
 * Throws DomainError `not_found` for a category or unit that does not exist or is another shop's, and `forbidden` for a shared
 * one.
 */
export function checkOwner<Found extends Omit<OwnName, 'shopId'> & { shopId: number | null }>(
  found: Found | undefined,
  by: Manager,
): Found & { shopId: number } {
  if (!found || (found.shopId !== null && !may('catalog', by, found.shopId)))
    throw new DomainError('not_found', 'Not found');
  if (found.shopId === null) {
    throw new DomainError('forbidden', 'All shops share this name. Only the operator of the platform can change it.');
  }
  return { ...found, shopId: found.shopId };
}

/** Throws `edit_conflict`, with the current name, when the editor saw another name. */
export function refuseSeen({ id, name }: OwnName | Omit<OwnName, 'shopId'>, seen: string | undefined): void {
  if (seen === undefined || seen === name) return;
  const text = `Someone else has renamed it to “${name}” in the meantime.`;
  throw new DomainError('edit_conflict', text, { current: { id, name } });
}

export const nameTaken = (what: 'category' | 'unit', existing: NamedView): DomainError =>
  new DomainError('name_taken', `A ${what} named “${existing.name}” already exists.`, { existing });

/** Names that differ in spaces alone look the same. */
export const singleSpaced = (name: string): string => name.trim().replaceAll(/\s+/g, ' ');
