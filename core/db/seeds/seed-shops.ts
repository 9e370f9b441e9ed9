import { DEFAULT_MAIN_SHOP_SLUG } from '@haat/contract/rules/known-shops';
import { toPaise } from '@haat/contract/rules/rupees';
import type { ClientBase } from 'pg';
import { insertWithIds } from './bulk-insert.ts';
import type { DemoShop } from './demo/demo-shop.ts';

export type SeededShop = { id: number; minOrderPaise: number | null; demo: DemoShop };

type ShopRow = {
  slug: string;
  name: string;
  trade: string | null;
  address: string;
  phone: string | null;
  email: string;
  open_time: string | null;
  close_time: string | null;
  time_zone: string;
  min_order_paise: number | null;
  accepts_orders_when_closed: boolean;
  is_platform: boolean;
  latitude: number | null;
  longitude: number | null;
  reach_metres: number;
  created_at: Date;
};

/** The platform's own shop, then those of the market. */
export async function seedShops(client: ClientBase, market: readonly DemoShop[]): Promise<SeededShop[]> {
  const [, ...rows] = await insertWithIds(client, 'shops', [platform, ...market.map(shopRow)]);
  return market.map((demo, at) => ({
    id: rows[at]?.id ?? 0,
    minOrderPaise: demo.minimumOrder === null ? null : toPaise(demo.minimumOrder),
    demo,
  }));
}

const shopRow = (shop: DemoShop): ShopRow => ({
  slug: shop.slug,
  name: shop.name,
  trade: shop.trade,
  address: shop.address,
  phone: shop.phone,
  email: `admin@${shop.slug}.example`,
  open_time: shop.openTime,
  close_time: shop.closeTime,
  time_zone: 'Asia/Kolkata',
  min_order_paise: shop.minimumOrder === null ? null : toPaise(shop.minimumOrder),
  accepts_orders_when_closed: shop.acceptsOrdersWhenClosed,
  is_platform: false,
  latitude: shop.latitude,
  longitude: shop.longitude,
  reach_metres: shop.reachMetres,
  created_at: new Date(),
});

const platform: ShopRow = {
  slug: DEFAULT_MAIN_SHOP_SLUG,
  name: 'Haat',
  trade: null,
  address: 'Jayanagar, Bengaluru',
  phone: null,
  email: 'hello@haat.example',
  open_time: null,
  close_time: null,
  time_zone: 'Asia/Kolkata',
  min_order_paise: null,
  accepts_orders_when_closed: true,
  is_platform: true,
  latitude: null,
  longitude: null,
  reach_metres: 5000,
  created_at: new Date(),
};
