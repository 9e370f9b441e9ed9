import type { NavigationItem } from '@haat/contract/api/navigation.schema';
import { database } from '../../db/database.ts';

/** The menu items in their order. Spec section 2, header and navigation. */
export async function listNavigationItems(): Promise<NavigationItem[]> {
  return database()
    .knex('navigation_items')
    .select<NavigationItem[]>('id', 'name', 'description')
    .orderBy(['position', 'id']);
}
