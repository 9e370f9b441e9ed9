import { getSettings, type SettingsView } from '@haat/contract/shops/settings.calls';
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/api.ts';
import { callQuery } from '../../../lib/call-query.ts';
import { readStored, writeStored } from '../../../lib/storage.ts';

type Seller = Pick<
  NonNullable<SettingsView['former_identities']>[number],
  'name' | 'phone' | 'address' | 'gstin' | 'fssai_licence'
>;

/** The shop details on a receipt, the account for UPI payments at the counter, and how its scale makes labels. */
export type ReceiptShop = Seller & {
  slug: string;
  /** Missing where a device has stored the shop without them. */
  former?: SettingsView['former_identities'];
  head: string | null;
  foot: string | null;
  upiVpa: string | null;
  /** Missing where a device has stored the shop without it. */
  scaleLabel?: string | null;
};

/** Of the order of a sale that waits for a connection. */
export const PROVISIONAL_ID = 0;

/** Read again with the settings, of which it is a part. */
export function receiptShopQuery(shopId: number) {
  const { queryKey, meta } = callQuery(getSettings, { params: { shopId } });
  return queryOptions({ queryKey: [...queryKey, 'receipts'], meta, queryFn: () => readReceiptShop(shopId) });
}

/** The same outside of React; undefined where it is not known. */
export const findReceiptShop = (shopId: number): Promise<ReceiptShop | undefined> =>
  readReceiptShop(shopId).catch(() => undefined);

/** The seller of an order: the shop as it was when the order was placed. */
export const sellerAt = ({ former = [], ...shop }: ReceiptShop, orderDate: string): Seller =>
  former.find(({ until }) => Date.parse(until) > Date.parse(orderDate)) ?? shop;

const LIMIT_MS = 5_000;

/** Without a connection, as this device knew it last. */
async function readReceiptShop(shopId: number): Promise<ReceiptShop> {
  try {
    const shop = toReceiptShop(await call(getSettings, { params: { shopId }, limitMs: LIMIT_MS }));
    writeStored(keyOf(shopId), JSON.stringify(shop));
    return shop;
  } catch (error) {
    const stored = error instanceof ApiError ? undefined : storedShop(shopId);
    if (!stored) throw error;
    return stored;
  }
}

const toReceiptShop = (settings: SettingsView): ReceiptShop => ({
  slug: settings.slug,
  name: settings.name,
  phone: settings.phone,
  address: settings.address,
  gstin: settings.gstin,
  fssai_licence: settings.fssai_licence ?? null,
  former: settings.former_identities ?? [],
  head: settings.receipt_head ?? null,
  foot: settings.receipt_foot ?? null,
  upiVpa: settings.upi_vpa ?? null,
  scaleLabel: settings.scale_label ?? null,
});

const keyOf = (shopId: number) => `receiptShop_${shopId}`;

function storedShop(shopId: number): ReceiptShop | undefined {
  try {
    const shop = JSON.parse(readStored(keyOf(shopId)) ?? 'null') as ReceiptShop | null;
    return typeof shop?.slug === 'string' ? shop : undefined;
  } catch {
    return undefined;
  }
}
