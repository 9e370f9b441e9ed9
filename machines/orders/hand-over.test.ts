import { ORDER_STATUSES } from '@haat/contract/orders/order-status';
import { expect, it } from 'vitest';
import { isUncollected, needsPickupCode, shopCancelReasons, showsPickupCode } from './hand-over.ts';

const READY = { status: 'Ready', asksCode: true } as const;

it('the shop that asks for codes needs one to hand over, for no other status', () => {
  const to = ORDER_STATUSES.filter((status) => needsPickupCode(READY, status, 'shop'));
  expect(to).toEqual(['Delivered']);
  expect(needsPickupCode({ ...READY, asksCode: false }, 'Delivered', 'shop')).toBe(false);
  expect(needsPickupCode(READY, undefined, 'shop')).toBe(false);
});

it('the operator needs none', () => expect(needsPickupCode(READY, 'Delivered', 'operator')).toBe(false));

it('its customer is shown the code from when it is accepted until it is handed over', () => {
  expect(ORDER_STATUSES.filter((status) => showsPickupCode({ status, asksCode: true }))).toEqual([
    'Accepted',
    'Ready',
    'In Transit',
  ]);
  expect(ORDER_STATUSES.filter((status) => showsPickupCode({ status, asksCode: false }))).toEqual([]);
});

it('an order was not collected once its time is over, and only if it is to be picked up', () => {
  expect(isUncollected({ holdUntil: 1000 }, 999)).toBe(false);
  expect(isUncollected({ holdUntil: 1000 }, 1000)).toBe(true);
  expect(isUncollected({}, 1000)).toBe(false);
});

it('the shop can give any other reason before', () => {
  expect(shopCancelReasons({ holdUntil: 1000 }, 0)).not.toContain('not_collected');
  expect(shopCancelReasons({ holdUntil: 1000 }, 0)).toContain('other');
  expect(shopCancelReasons({ holdUntil: 1000 }, 2000)).toContain('not_collected');
});
