import { EMPTY_BASKET } from '@haat/machines/orders/basket';
import { counterSaleMachine, type SaleRequest, type StoredSale } from '@haat/machines/orders/counter-sale.machine';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { renderScreen } from '../../test/render-screen.tsx';
import { sampleCounterItem, sampleSettings } from '../../test/samples.ts';
import { stubServer } from '../../test/stub-server.ts';
import { PaymentPanel } from './PaymentPanel.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

/** The payment of a sale of ₹56 in parts. */
function split() {
  stubServer({ 'GET /api/shops/3/settings': () => ({ ...sampleSettings(), upi_vpa: 'dairy@okaxis' }) });
  const store = vi.fn<(request: SaleRequest) => void>();
  const counter = createActor(
    counterSaleMachine.provide({
      actors: {
        store: fromPromise<StoredSale, SaleRequest>(({ input }) => {
          store(input);
          return new Promise(() => {});
        }),
      },
    }),
    { input: { basket: EMPTY_BASKET, parked: [] } },
  ).start();
  counter.send({ type: 'added', item: sampleCounterItem(), quantity: 2 });
  counter.send({ type: 'pay', payment: 'split' });
  renderScreen(<PaymentPanel counter={counter} shopId={3} />, { path: '/', at: '/' });
  return store;
}

const field = (name: string) => screen.getByRole('textbox', { name });
const rest = (name: string) => screen.getByRole('button', { name });
const receive = () => userEvent.click(screen.getByRole('button', { name: 'Received' }));

it('takes a sum for each method, and offers the rest for the others', async () => {
  const stored = split();
  expect(screen.queryByRole('button', { name: /the rest/ })).toBeNull();
  await userEvent.type(field('Cash'), '20.50');
  expect(screen.getByRole('status').textContent).toBe('₹35.50 missing');
  await userEvent.type(field('UPI'), '30');
  await userEvent.click(rest('Card: the rest, ₹5.50'));
  expect(field('Card')).toHaveProperty('value', '5.5');
  expect(screen.getByRole('status').textContent).toBe('Complete');
  await screen.findByRole('img', { name: 'UPI QR code for ₹30.00' });
  await receive();
  expect(stored).toHaveBeenCalledWith(
    expect.objectContaining({
      payment: 'split',
      parts: [
        { method: 'cod', paise: 2_050 },
        { method: 'upi', paise: 3_000 },
        { method: 'card', paise: 550 },
      ],
    }),
  );
});

it('fills a field again whose rest was cleared', async () => {
  const stored = split();
  await userEvent.type(field('Cash'), '20');
  await userEvent.click(rest('UPI: the rest, ₹36.00'));
  await userEvent.clear(field('UPI'));
  await userEvent.clear(field('Cash'));
  await userEvent.type(field('Cash'), '50');
  await userEvent.click(rest('UPI: the rest, ₹6.00'));
  expect(field('UPI')).toHaveProperty('value', '6');
  await receive();
  expect(stored.mock.calls[0]?.[0].parts).toEqual([
    { method: 'cod', paise: 5_000 },
    { method: 'upi', paise: 600 },
  ]);
});

it.each([
  ['too little', '20', '30', '₹6.00 missing'],
  ['too much', '30', '30', '₹4.00 too much'],
  ['one method alone', '56', '', 'Enter a second amount, or choose one payment method above.'],
])('receives nothing for %s', async (_what, cash, upi, status) => {
  const stored = split();
  await userEvent.type(field('Cash'), cash);
  if (upi) await userEvent.type(field('UPI'), upi);
  expect(screen.getByRole('status').textContent).toBe(status);
  await receive();
  expect(stored).not.toHaveBeenCalled();
});
