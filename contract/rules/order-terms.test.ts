import { describe, expect, it } from 'vitest';
import {
  cartChanges,
  hidesAddress,
  minimumOrderMessage,
  minimumOrderPaise,
  orderTypeFor,
  reachesMinimum,
} from './order-terms.ts';
import { type CurrentLine, repriceCart } from './cart.ts';

describe('the minimum order value', () => {
  it('is 200 rupees where the shop names none', () => {
    expect([undefined, null, 0, 350].map(minimumOrderPaise)).toEqual([20_000, 20_000, 0, 35_000]);
  });

  it.each([
    [19_999, 20_000, false],
    [20_000, 20_000, true],
    [0, 0, true],
  ])('%i paise for a minimum of %i: delivered %s', (total, minimum, isReached) => {
    expect(reachesMinimum(total, minimum)).toBe(isReached);
  });

  it('forces takeaway below it, and leaves the choice from there on', () => {
    expect(orderTypeFor(19_999, 20_000, 'delivery')).toBe('takeaway');
    expect(orderTypeFor(20_000, 20_000)).toBe('delivery');
    expect(orderTypeFor(20_000, 20_000, 'takeaway')).toBe('takeaway');
  });

  it('is stated with the amount', () => {
    expect(minimumOrderMessage(20_000)).toBe('Minimum order value for delivery is ₹200.');
    expect(minimumOrderMessage(9_950)).toBe('Minimum order value for delivery is ₹99.50.');
    expect(minimumOrderMessage(20_000, 'takeaway')).toBe('Minimum order value for online payment is ₹200.');
  });
});

describe('the address of an order', () => {
  it.each([
    [{ takeaway: true, total: 900 }, true],
    [{ takeaway: false, total: 10 }, false],
    [{ total: 199.99 }, true],
    [{ total: 200 }, false],
    [{ total: 250, minordervalue: 300 }, true],
  ])('of %j is hidden: %s', (order, isHidden) => expect(hidesAddress(order)).toBe(isHidden));
});

const tea = { id: '1-0-0-1', name: 'Tea', price: 120.5, quantity: 2, image: '', shopId: 1 };
const milk = { id: '2-0-0-2', name: 'Milk', price: 27, quantity: 4, image: '', shopId: 1 };
const cart = { [tea.id]: tea, [milk.id]: milk };
const same = { id: milk.id, price: 27, stock: 4 };
const standing = (lines: readonly CurrentLine[]) => new Map(lines.map((line) => [line.id, line]));
const kinds = (current: readonly CurrentLine[]) =>
  cartChanges(cart, standing(current)).map(({ kind, line }) => `${line.name} ${kind}`);

describe('what changed at the shop', () => {
  it('is nothing while prices are the same and there is enough', () => {
    expect(kinds([same, { id: tea.id, price: 120.5, stock: 900 }])).toEqual([]);
  });

  it.each([
    ['dearer', { price: 121, stock: 9 }, ['Tea dearer']],
    ['cheaper', { price: 120.49, stock: 9 }, ['Tea cheaper']],
    ['scarce', { price: 120.5, stock: 1 }, ['Tea fewer']],
    ['dearer and scarce', { price: 130, stock: 1 }, ['Tea dearer', 'Tea fewer']],
    ['sold out, at whatever price', { price: 130, stock: 0 }, ['Tea soldOut']],
  ])('is reported for a line that is %s', (_, now, expected) => {
    expect(kinds([same, { id: tea.id, ...now }])).toEqual(expected);
  });

  it('is reported for a line that is sold no longer', () => {
    expect(kinds([same])).toEqual(['Tea gone']);
  });

  it('leaves the cart as it stands at the shop once the customer agreed', () => {
    const changes = cartChanges(cart, standing([{ id: milk.id, price: 30, stock: 3 }]));
    const agreed = changes.map(({ line, price, stock }) => ({ id: line.id, price, stock }));
    const accepted = repriceCart(cart, agreed);
    expect(accepted).toEqual({ [milk.id]: { ...milk, price: 30, quantity: 3 } });
    expect(cartChanges(accepted, standing([{ id: milk.id, price: 30, stock: 3 }]))).toEqual([]);
  });
});
