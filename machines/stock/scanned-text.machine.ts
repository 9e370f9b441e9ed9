import { isProductBarcode } from '@haat/contract/catalog/barcode';
import { isPickupCode, readPickupQr } from '@haat/contract/orders/pickup-code';
import { MAX_CODE_LENGTH } from '@haat/contract/orders/scanner';
import { slugOfShopLink } from '@haat/contract/shops/shop-code';
import { isShopSlug } from '@haat/contract/shops/shop';
import { assign, initialTransition, setup, transition } from 'xstate';

/** `origins`: the origins of our own links, e.g. `https://haat.example`. */
type Scanned = { text: string; origins: readonly string[] };

/**
 * The meaning of a scanned, typed or opened text. `shop` is a bare slug, `shopLink` a link to a page of the shop; `order` is what
 * the QR code of an order says, `pickupCode` its four digits alone; `foreign` is none of our codes. Whether there is such a shop,
 * product or order is for the server to say.
 */
export type ScannedText =
  | { kind: 'shop' | 'shopLink'; slug: string }
  | { kind: 'productCode' | 'pickupCode'; code: string }
  | { kind: 'order'; orderNumber: string }
  | { kind: 'foreign' };

/**
 * Decides what a text is, in the browser and on the server: for scans, searches by barcode, and printed links that are opened
 * without our app. A new kind of code is a state here. Case is kept, because slugs are case-sensitive.
 */
export const scannedTextMachine = setup({
  types: { context: {} as { value: string }, events: {} as { type: 'scanned' } & Scanned },
  guards: {
    isTooLong: (_, { text }: Scanned) => text.length > MAX_CODE_LENGTH,
    isShopLink: (_, { text, origins }: Scanned) => slugOfShopLink(text.trim(), origins) !== undefined,
    isProductCode: (_, { text }: Scanned) => isProductBarcode(text.trim()),
    isOrder: (_, { text }: Scanned) => readPickupQr(text) !== undefined,
    isPickupCode: (_, { text }: Scanned) => isPickupCode(text.trim()),
    isShop: (_, { text }: Scanned) => isShopSlug(text.trim()),
  },
  actions: {
    storeSlugOfLink: assign((_, { text, origins }: Scanned) => ({ value: slugOfShopLink(text.trim(), origins) ?? '' })),
    storeOrderNumber: assign((_, { text }: Scanned) => ({ value: readPickupQr(text)?.orderNumber ?? '' })),
    storeText: assign((_, { text }: Scanned) => ({ value: text.trim() })),
  },
}).createMachine({
  id: 'scannedText',
  context: { value: '' },
  initial: 'unread',
  states: {
    unread: {
      on: {
        scanned: [
          { guard: { type: 'isTooLong', params: ({ event }) => event }, target: 'foreign' },
          {
            guard: { type: 'isShopLink', params: ({ event }) => event },
            target: 'shopLink',
            actions: { type: 'storeSlugOfLink', params: ({ event }) => event },
          },
          {
            guard: { type: 'isProductCode', params: ({ event }) => event },
            target: 'productCode',
            actions: { type: 'storeText', params: ({ event }) => event },
          },
          {
            guard: { type: 'isOrder', params: ({ event }) => event },
            target: 'order',
            actions: { type: 'storeOrderNumber', params: ({ event }) => event },
          },
          {
            guard: { type: 'isPickupCode', params: ({ event }) => event },
            target: 'pickupCode',
            actions: { type: 'storeText', params: ({ event }) => event },
          },
          {
            guard: { type: 'isShop', params: ({ event }) => event },
            target: 'shop',
            actions: { type: 'storeText', params: ({ event }) => event },
          },
          { target: 'foreign' },
        ],
      },
    },
    shop: { type: 'final' },
    shopLink: { type: 'final' },
    productCode: { type: 'final' },
    order: { type: 'final' },
    pickupCode: { type: 'final' },
    foreign: { type: 'final' },
  },
});

/** The result of the machine for one text. */
export function readScannedText(scanned: Scanned): ScannedText {
  const [unread] = initialTransition(scannedTextMachine);
  const [{ value: kind, context }] = transition(scannedTextMachine, unread, { type: 'scanned', ...scanned });
  if (kind === 'shop' || kind === 'shopLink') return { kind, slug: context.value };
  if (kind === 'order') return { kind, orderNumber: context.value };
  return kind === 'productCode' || kind === 'pickupCode' ? { kind, code: context.value } : { kind: 'foreign' };
}
