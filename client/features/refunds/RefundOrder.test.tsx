import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { sampleOrder } from '../../test/samples.ts';
import { errorResponse, stubServer, tokenFor } from '../../test/stub-server.ts';
import { RefundOrder } from './RefundOrder.tsx';

const onSettled = vi.fn();
function show(answer: () => unknown, { isCash = false } = {}) {
  localStorage.setItem('authToken', tokenFor({ sub: '7', role: 'vendor', shop_id: 3, shop_slug: 'dairy' }));
  const calls = stubServer({ 'POST /api/orders/4/refunds': answer });
  const posted = () => calls.filter(({ method }) => method === 'POST');
  const order = { orderId: 4, number: 'H000004', left: 250, isCash, onSettled };
  renderScreen(<RefundOrder {...order} />, { path: '/', at: '/', hasToasts: true });
  return posted;
}

async function fill(amount: string, reason: string) {
  await userEvent.click(screen.getByRole('button', { name: 'Refund a part' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Refund a part of order H000004' }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Amount in rupees' }), amount);
  if (reason) await userEvent.type(dialog.getByRole('textbox', { name: 'Your reason' }), reason);
  await userEvent.click(dialog.getByRole('button', { name: 'Refund' }));
  return dialog;
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  onSettled.mockReset();
});

it('sends the amount with the reason that the customer reads', async () => {
  const posted = show(() => sampleOrder({ refunded: 20.5 }));
  await fill('20.50', ' A broken jar ');
  await screen.findByText('₹20.50 is being refunded to the customer.');
  expect(posted().map(({ body }) => body)).toEqual([{ amount: 20.5, reason: 'A broken jar' }]);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(onSettled).toHaveBeenCalledOnce();
});

it('says of cash that it is recorded', async () => {
  show(() => sampleOrder({ refunded: 20 }), { isCash: true });
  await fill('20', 'A broken jar');
  await screen.findByText('₹20.00 is recorded as paid out in cash.');
});

it.each([
  ['', 'A jar', 'Enter an amount of at least ₹1, for example 20 or 20.50.'],
  ['0.5', 'A jar', 'Enter an amount of at least ₹1, for example 20 or 20.50.'],
  ['1.005', 'A jar', 'Enter an amount of at least ₹1, for example 20 or 20.50.'],
  ['250.01', 'A jar', 'This is more than can still be refunded.'],
  ['20', '', 'Enter a reason.'],
])('does not send %j for the reason %j', async (amount, reason, problem) => {
  const posted = show(() => sampleOrder());
  const dialog = await fill(amount || ' ', reason);
  expect(dialog.getByRole('alert').textContent).toBe(problem);
  expect(posted()).toEqual([]);
});

it('sends a repeated request under the same key, and says why it was refused', async () => {
  let isLost = true;
  const posted = show(() => {
    if (!isLost) return errorResponse(409, 'refund_too_high', 'At most ₹100.00 can be refunded.');
    isLost = false;
    return errorResponse(503, 'unavailable', 'The service is not available right now, please try again.');
  });
  const dialog = await fill('200', 'A jar');
  await dialog.findByText('The service is not available right now, please try again.');
  await userEvent.click(dialog.getByRole('button', { name: 'Refund' }));
  await dialog.findByText('This is more than can still be refunded.');
  const keys = posted().map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toEqual([expect.stringMatching(/^\w{32}$/), keys[0]]);
  await waitFor(() => expect(onSettled).toHaveBeenCalledTimes(2));
});
