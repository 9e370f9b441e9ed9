import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sampleOrder } from '../../../test/samples.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { stubServer, tokenFor } from '../../../test/stub-server.ts';
import { PrintingNotices } from './PrintingNotices.tsx';
import { receiptPrinter } from './receipt-printer.ts';

/** A radio whose list of devices is always closed again. */
const closedList = () => Promise.reject(new DOMException('User cancelled', 'NotFoundError'));

function signInAt(shop_id: number) {
  localStorage.setItem('authToken', tokenFor({ sub: '7', role: 'vendor', shop_id, shop_slug: 'dairy' }));
  const me = { id: 7, name: 'V', email: 'v@dairy.example', mobile: null, profile_image: null };
  stubServer({ 'GET /api/users/me': () => ({ ...me, role: 'vendor', shop_id, shop_slug: 'dairy' }) });
  renderScreen(<PrintingNotices />, { path: '*', at: '/dairy/shop-orders' });
}

beforeEach(() => {
  localStorage.clear();
  const bluetooth = { requestDevice: closedList, getAvailability: async () => true };
  Object.defineProperty(navigator, 'bluetooth', { configurable: true, value: bluetooth });
  const ticket = { key: '4', number: 'H000004', isCopy: false, order: sampleOrder() };
  receiptPrinter.send({ type: 'print.asked', ticket });
});
afterEach(() => {
  cleanup();
  receiptPrinter.send({ type: 'discarded' });
  Reflect.deleteProperty(navigator, 'bluetooth');
  vi.unstubAllGlobals();
});

it('keeps a receipt in the queue until a printer is chosen or it is discarded', async () => {
  signInAt(3);
  expect(await screen.findByText('1 receipt is waiting for the printer.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('1 receipt is waiting for the printer.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.queryByRole('status')).toBeNull();
});

it('discards receipts of another shop', async () => {
  await waitFor(() => expect(receiptPrinter.getSnapshot().value).toBe('idle'));
  expect(receiptPrinter.getSnapshot().context.queue).toHaveLength(1);
  signInAt(8);
  await waitFor(() => expect(receiptPrinter.getSnapshot().context.queue).toEqual([]));
  expect(screen.queryByText('1 receipt is waiting for the printer.')).toBeNull();
});
