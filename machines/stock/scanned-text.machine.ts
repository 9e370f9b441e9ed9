import { isProductBarcode } from '@haat/contract/catalog/product-input';
import { slugOfShopLink } from '@haat/contract/shops/shop-code';
import { isShopSlug } from '@haat/contract/shops/shop';
import { assign, initialTransition, setup, transition } from 'xstate';

/** Longer than any link of ours: a longer text is not examined. */
const MAX_LENGTH = 512;

/** `origins`: the origins of our own links, e.g. `https://haat.example`. */
type Scanned = { text: string; origins: readonly string[] };

/** The meaning of a scanned, typed or opened text. `shop` is a bare slug, `shopLink` a link to a page of the shop. */
export type ScannedText =
  { kind: 'shop' | 'shopLink'; slug: string } | { kind: 'productCode'; code: string } | { kind: 'unknown' };

/**
 * Decides what a text is. The scanner of the client uses it, and the server for printed links that are opened without our
 * app. Case is kept, because slugs are case-sensitive.
 */
export const scannedTextMachine = setup({
  types: { context: {} as { value: string }, events: {} as { type: 'scanned' } & Scanned },
  guards: {
    isTooLong: (_, { text }: Scanned) => text.length > MAX_LENGTH,
    isShopLink: (_, { text, origins }: Scanned) => slugOfShopLink(text.trim(), origins) !== undefined,
    isProductCode: (_, { text }: Scanned) => isProductBarcode(text.trim()),
    isShop: (_, { text }: Scanned) => isShopSlug(text.trim()),
  },
  actions: {
    storeSlugOfLink: assign((_, { text, origins }: Scanned) => ({ value: slugOfShopLink(text.trim(), origins) ?? '' })),
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
          { guard: { type: 'isTooLong', params: ({ event }) => event }, target: 'unknown' },
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
            guard: { type: 'isShop', params: ({ event }) => event },
            target: 'shop',
            actions: { type: 'storeText', params: ({ event }) => event },
          },
          { target: 'unknown' },
        ],
      },
    },
    shop: { type: 'final' },
    shopLink: { type: 'final' },
    productCode: { type: 'final' },
    unknown: { type: 'final' },
  },
});

/** The result of the machine for one text. */
export function readScannedText(scanned: Scanned): ScannedText {
  const [unread] = initialTransition(scannedTextMachine);
  const [{ value: kind, context }] = transition(scannedTextMachine, unread, { type: 'scanned', ...scanned });
  if (kind === 'shop' || kind === 'shopLink') return { kind, slug: context.value };
  return kind === 'productCode' ? { kind, code: context.value } : { kind: 'unknown' };
}
