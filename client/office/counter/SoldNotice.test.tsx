import { EMPTY_BASKET } from '@haat/machines/orders/basket';
import { counterSaleMachine, type SaleRequest, type StoredSale } from '@haat/machines/orders/counter-sale.machine';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { openQueue, sendNow } from '../../lib/offline-queue/offline-queue.ts';
import { renderScreen } from '../../test/render-screen.tsx';
import { sampleCounterItem, sampleOrder, sampleSettings } from '../../test/samples.ts';
import { stubServer } from '../../test/stub-server.ts';
import { SoldNotice } from './SoldNotice.tsx';
import { storeSale } from './store-sale.ts';

const item = sampleCounterItem();
let close = () => {};

afterEach(() => {
  cleanup();
  close();
  localStorage.clear();
  vi.unstubAllGlobals();
});

it('says that a sale is saved on this device until it has been sent', async () => {
  close = openQueue({ userId: 7, shopId: 3 });
  const answer = { isReachable: false };
  stubServer({
    'GET /api/shops/3/settings': () => sampleSettings(),
    'POST /api/shops/3/counter-sales': () =>
      answer.isReachable
        ? Response.json(sampleOrder(), { status: 201 })
        : Promise.reject(new TypeError('Failed to fetch')),
  });
  const store = fromPromise<StoredSale, SaleRequest>(({ input }) => storeSale(3, input));
  const counter = createActor(counterSaleMachine.provide({ actors: { store } }), {
    input: { basket: EMPTY_BASKET, parked: [] },
  }).start();
  renderScreen(<SoldNotice counter={counter} shopId={3} />, { path: '/', at: '/' });
  counter.send({ type: 'added', item, quantity: 2 });
  counter.send({ type: 'pay', payment: 'cod' });
  counter.send({ type: 'received', key: 'abcdef0123456789' });
  const saved = /^The sale is saved on this device/;
  await screen.findByText(saved);
  answer.isReachable = true;
  sendNow();
  await waitFor(() => expect(screen.queryByText(saved)).toBeNull());
  expect(screen.getByText('P-ABCDE sold for ₹56.00')).toBeTruthy();
});
