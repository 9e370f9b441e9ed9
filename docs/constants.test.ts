import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CART_KEY_PREFIX, GUEST, cartKey } from '../contract/orders/cart.ts';
import { shopSign, signPictures } from '../contract/shops/shop-sign.ts';
import {
  DEFAULT_MIN_ORDER_VALUE,
  hidesAddress,
  minimumOrderMessage,
  minimumOrderPaise,
} from '../contract/orders/order-terms.ts';
import { isIndianMobile } from '../contract/accounts/address.ts';
import { formatPaise } from '../contract/rupees.ts';
import { RECEIPT_CHUNK_BYTES, RECEIPT_CHUNK_GAP_MS } from '../contract/orders/receipt-chunks.ts';
import { SCANNER, scanBox } from '../contract/orders/scanner.ts';
import { DEFAULT_SHOP_IMAGE, shopImageCandidates } from '../contract/catalog/pictures.ts';
import { cartPopupMachine } from '../machines/orders/cart-popup.machine.ts';
import { pushTokenMachine } from '../machines/notify/push-token.machine.ts';
import { carouselMachine } from '../machines/shops/carousel.machine.ts';

const read = (file: string): string => readFileSync(join(import.meta.dirname, '..', file), 'utf8');

describe('orders and money', () => {
  it('the minimum order value is 200 rupees where a shop has none', () => {
    expect(DEFAULT_MIN_ORDER_VALUE).toBe(200);
    expect(minimumOrderPaise(undefined)).toBe(200_00);
    expect(minimumOrderMessage(minimumOrderPaise(null))).toBe('Minimum order value for delivery is ₹200.');
  });
  it.each([
    [199.99, true],
    [200, false],
  ])('an order of ₹%s that says nothing of its type: address hidden is %s', (total, isHidden) =>
    expect(hidesAddress({ total })).toBe(isHidden),
  );
  it('money is grouped the Indian way, with the rupee sign and two decimals', () => {
    expect(formatPaise(1_23_456_50)).toBe('₹1,23,456.50');
    expect(formatPaise(0)).toBe('₹0.00');
  });
  it.each(['6000000000', '9999999999'])('%s is a phone number', (phone) => expect(isIndianMobile(phone)).toBe(true));
  it.each(['5999999999', '987654321', '98765432100', '98765 4321'])('rejects the phone number %s', (phone) =>
    expect(isIndianMobile(phone)).toBe(false),
  );
});

describe('cart', () => {
  it('is kept under cart_, the user or guest, and the shop', () => {
    expect([CART_KEY_PREFIX, GUEST]).toEqual(['cart_', 'guest']);
    expect(cartKey(undefined, 'malnad-dairy')).toBe('cart_guest_malnad-dairy');
    expect(cartKey(7, 'malnad-dairy')).toBe('cart_7_malnad-dairy');
  });
  it('shows itself for 1350 ms', () => expect(cartPopupMachine.implementations.delays.popupVisible).toBe(1350));
  it('has pictures of 50x50 px, and the shops’ logo where there is none', () => {
    expect(read('client/shared/orders/CartLineParts.module.css')).toMatch(/width: 50px;\s+height: 50px;/);
    expect(DEFAULT_SHOP_IMAGE).toBe('/images/shops/logo.png');
  });
  it('shows a placeholder of 60 px for a product without a picture', () =>
    // The initial of its name.
    expect(read('client/storefront/shop/ProductPicture.module.css')).toMatch(
      /span\.picture > span \{\s+font-size: 60px;/,
    ));
});

describe('landing', () => {
  it('the carousel goes on every 3000 ms', () =>
    expect(carouselMachine.implementations.delays.carouselStep).toBe(3000));
  it('its cards are 24 px apart and come in 0.1 s after each other', () => {
    const style = read('client/storefront/market/landing/ShopCarousel.module.css');
    expect(style).toContain('gap: 24px;');
    expect(style).toContain('calc(var(--i) * 100ms)');
  });
  it('a shop’s picture is looked for as jpeg, jpg and png, then the default logo stands in', () =>
    expect(shopImageCandidates('a')).toEqual([
      '/images/shops/a.jpeg',
      '/images/shops/a.jpg',
      '/images/shops/a.png',
      '/images/shops/logo.png',
    ]));
  it('the demo market has twelve shops, each with its own emoji that is drawn', () => {
    const shops = JSON.parse(read('core/db/seeds/demo/shops.json')) as { slug: string; trade: string }[];
    expect(new Set(shops.map(({ slug }) => slug)).size).toBe(12);
    expect(new Set(shops.map(({ trade }) => shopSign(trade).emoji)).size).toBe(12);
    for (const picture of signPictures()) expect(read(`client/public/images/signs/${picture}.svg`)).toContain('<svg');
  });
});

describe('scanner and QR codes', () => {
  it('looks ten times a second into a box of 250, twice a second where nothing is said', () =>
    expect(SCANNER).toMatchObject({ fps: 10, box: 250, defaultFps: 2, minBox: 50 }));
  it('refuses a box below 50 px', () => expect(() => scanBox({ width: 640, height: 480 }, 49)).toThrow(RangeError));
  it('zooms from 1 to 5 in steps of 0.1', () => expect(SCANNER.zoom).toEqual({ min: 1, max: 5, step: 0.1 }));
  it('a shop’s code is drawn at 180', () =>
    expect(read('client/storefront/market/QrCodesScreen.tsx')).toContain('const QR_SIZE = 180;'));
});

describe('the app', () => {
  it('toasts close after 3000 ms', () => expect(read('client/ui/ToastStack.tsx')).toContain('autoClose={3000}'));
  it('a screen may take 120000 ms to arrive', () =>
    expect(read('client/lib/lazy.ts')).toContain('const CHUNK_TIMEOUT_MS = 120_000;'));
  it('its parts are named static/js/{id}.{hash}.chunk.js under a relative base', () => {
    const config = read('client/vite.config.ts');
    expect(config).toContain("base: './'");
    expect(config).toContain("chunkFileNames: 'static/js/[name].[hash:7].chunk.js'");
  });
});

describe('receipt printing', () => {
  it('sends chunks of 20 bytes, 100 ms apart', () =>
    expect([RECEIPT_CHUNK_BYTES, RECEIPT_CHUNK_GAP_MS]).toEqual([20, 100]));
});

describe('push', () => {
  const { refresh, workerTimeout } = pushTokenMachine.implementations.delays;
  it('the token is fetched again after 7 days', () => expect(refresh).toBe(7 * 24 * 3_600_000));
  it('the service worker is waited for 10 s', () => expect(workerTimeout).toBe(10_000));
});
