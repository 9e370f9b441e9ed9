import type { OrderView } from '@haat/contract/orders/orders.calls';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { sampleOrder } from '../../test/samples.ts';
import { stubServer } from '../../test/stub-server.ts';
import { ReturnSaleDialog } from './ReturnSaleDialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** The dialog for a sale, with one item chosen, and the bodies of its requests. */
async function takeBack(sale: Partial<OrderView>) {
  const order = sampleOrder({ channel: 'counter', ...sale });
  const calls = stubServer({ 'POST /api/orders/4/counter-return': () => order });
  const onReturned = vi.fn();
  const dialog = <ReturnSaleDialog order={order} onReturned={onReturned} onClose={() => {}} />;
  renderScreen(dialog, { path: '/', at: '/' });
  await userEvent.click(screen.getByRole('button', { name: 'One more Ghee' }));
  return async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Pay back ₹125.00' }));
    await waitFor(() => expect(onReturned).toHaveBeenCalledOnce());
    return calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
  };
}

const chosen = () =>
  screen.getAllByRole<HTMLInputElement>('radio').flatMap(({ checked, labels }) => {
    return checked ? [labels?.[0]?.textContent] : [];
  });

it('pays a split payment back as it was paid, unless the shop chooses another way', async () => {
  const save = await takeBack({ payment_method: 'split' });
  expect(chosen()).toEqual(['As it was paidFirst by card, then by UPI, the rest in cash']);
  expect(await save()).toEqual([{ lines: [{ item_id: 41, quantity: 1 }], to_stock: true }]);
});

it('pays a split payment back in cash', async () => {
  const save = await takeBack({ payment_method: 'split' });
  await userEvent.click(screen.getByRole('radio', { name: 'Cash' }));
  expect(await save()).toMatchObject([{ paid_by: 'cod' }]);
});

it('begins with the method of the sale, without the choice of parts', async () => {
  const save = await takeBack({ payment_method: 'card' });
  expect(chosen()).toEqual(['Card']);
  expect(screen.getAllByRole('radio')).toHaveLength(3);
  expect(await save()).toMatchObject([{ paid_by: 'card' }]);
});
