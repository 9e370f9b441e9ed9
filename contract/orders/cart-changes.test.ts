import { describe, expect, it } from 'vitest';
import { type CurrentLine, repriceCart } from './cart.ts';
import { cartChanges } from './cart-changes.ts';

const tea = { id: '1-0-0-1', name: 'Tea', price: 120.5, quantity: 2, image: '', shopId: 1 };
const milk = { id: '2-0-0-2', name: 'Milk', price: 27, quantity: 4, image: '', shopId: 1 };
const cart = { [tea.id]: tea, [milk.id]: milk };
const same = { id: milk.id, price: 27, stock: 4 };
const standing = (lines: readonly CurrentLine[]) => new Map(lines.map((line) => [line.id, line]));
const kinds = (current: readonly CurrentLine[], maximumQuantity: number | null = null) =>
  cartChanges(cart, standing(current), { maximumQuantity }).map(({ kind, line }) => `${line.name} ${kind}`);

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

  it('is reported for more of a line than the shop sells in one order, which the customer accepts alike', () => {
    const current = [same, { id: tea.id, price: 120.5, stock: 900 }];
    expect(kinds(current, 4)).toEqual([]);
    expect(kinds(current, 3)).toEqual(['Milk tooMany']);
    expect(kinds([{ ...same, stock: 2 }, current[1]!], 3)).toEqual(['Milk fewer']);
    const [change] = cartChanges(cart, standing(current), { maximumQuantity: 3 });
    expect(repriceCart(cart, [{ id: milk.id, price: change!.price, stock: change!.stock }])[milk.id]?.quantity).toBe(3);
  });

  it('leaves the cart as it stands at the shop once the customer agreed', () => {
    const changes = cartChanges(cart, standing([{ id: milk.id, price: 30, stock: 3 }]), { maximumQuantity: null });
    const agreed = changes.map(({ line, price, stock }) => ({ id: line.id, price, stock }));
    const accepted = repriceCart(cart, agreed);
    expect(accepted).toEqual({ [milk.id]: { ...milk, price: 30, quantity: 3 } });
    expect(cartChanges(accepted, standing([{ id: milk.id, price: 30, stock: 3 }]), { maximumQuantity: null })).toEqual(
      [],
    );
  });
});
