import { shopName } from '@haat/contract/shops/shop';
import { toRupees } from '@haat/contract/rupees';
import { exportList, type ListFile } from './export-list.ts';
import { type ListedShop, listShopIds, readShops, type ShopFilter, type ShopSorting } from './list-shops.ts';

/** The shops that match the filter as CSV, in the order of the list. */
export const exportShops = (request: ShopFilter & ShopSorting): Promise<ListFile> =>
  exportList<ListedShop>({
    name: 'shops',
    listIds: () => listShopIds(request),
    read: readShops,
    columns: {
      shop: shopName,
      link: ({ slug }) => slug,
      type: ({ trade }) => trade,
      state: ({ state }) => state,
      address: ({ address }) => address,
      phone: ({ phone }) => phone,
      admin_email: ({ admin }) => admin?.email ?? null,
      admin_mobile: ({ admin }) => admin?.mobile ?? null,
      created: ({ createdAt }) => createdAt,
      members: ({ members }) => members,
      orders_30_days: ({ orders }) => orders,
      ordered_30_days: ({ orderedPaise }) => toRupees(orderedPaise).toFixed(2),
      last_order: ({ lastOrderAt }) => lastOrderAt,
      products: ({ products }) => products,
      open_problems: ({ problems }) => problems,
    },
  });
