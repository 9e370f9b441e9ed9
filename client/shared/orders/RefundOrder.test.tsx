import type { PaymentMethod } from '@haat/contract/orders/counter-sale';
import type { RefundableView } from '@haat/contract/common';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { sampleOrder } from '../../test/samples.ts';
import { errorResponse, stubServer, tokenFor } from '../../test/stub-server.ts';
import { RefundOrder } from './RefundOrder.tsx';

const onSettled = vi.fn();
type Shown = { refundable?: RefundableView; isDelivered?: boolean; paidBy?: PaymentMethod };

function show(answer: () => unknown, shown: Shown = {}) {
  const { refundable = { online: 250, cash: 0 }, isDelivered = true, paidBy = 'cod' } = shown;
  localStorage.setItem('authToken', tokenFor({ sub: '7', role: 'vendor', shop_id: 3, shop_slug: 'dairy' }));
  const calls = stubServer({ 'POST /api/orders/4/refunds': answer });
  const posted = () => calls.filter(({ method }) => method === 'POST');
  const order = { orderId: 4, number: 'H000004', refundable, isDelivered, paidBy, onSettled };
  renderScreen(<RefundOrder {...order} />, { path: '/', at: '/', hasToasts: true });
  return posted;
}

async function fill(amount: string, reason: string) {
  await userEvent.click(screen.getByRole('button', { name: 'Refund a part' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund a part of order H000004' }));
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

it('takes an amount as it is written in India', async () => {
  const posted = show(() => sampleOrder({ refunded: 1250 }), { refundable: { online: 2000, cash: 0 } });
  await fill('₹ 1,250.00', 'A broken jar');
  await screen.findByText('₹1,250.00 is being refunded to the customer.');
  expect(posted().map(({ body }) => body)).toEqual([{ amount: 1250, reason: 'A broken jar' }]);
});

it('says of cash that it is recorded', async () => {
  show(() => sampleOrder({ refunded: 20 }), { refundable: { online: 0, cash: 250 } });
  await fill('20', 'A broken jar');
  await screen.findByText('₹20.00 is recorded as paid out in cash.');
});

it('says of a sale that was paid by UPI that the money goes back so', async () => {
  show(() => sampleOrder({ refunded: 20 }), { refundable: { online: 0, cash: 250 }, paidBy: 'upi' });
  await fill('20', 'A broken jar');
  await screen.findByText('₹20.00 is recorded as paid back by UPI.');
});

it.each([
  ['', 'A jar', 'Enter an amount, for example 20 or 20.50.'],
  ['0', 'A jar', 'Enter an amount, for example 20 or 20.50.'],
  ['0.5', 'A jar', 'Enter at least ₹1. Less cannot be refunded online.'],
  ['1.005', 'A jar', 'Enter an amount, for example 20 or 20.50.'],
  ['250.01', 'A jar', 'This is more than can still be refunded.'],
  ['20', '', 'Enter a reason.'],
])('does not send %j for the reason %j', async (amount, reason, problem) => {
  const posted = show(() => sampleOrder(), { isDelivered: false });
  const dialog = await fill(amount || ' ', reason);
  expect(dialog.getByRole('alert').textContent).toBe(problem);
  expect(posted()).toEqual([]);
});

it('says what goes back online and what is paid out in cash', async () => {
  const posted = show(() => sampleOrder({ refunded: 260 }), { refundable: { online: 250, cash: 30 } });
  await userEvent.click(screen.getByRole('button', { name: 'Refund a part' }));
  const dialog = within(screen.getByRole('dialog'));
  dialog.getByText('At most ₹280.00');
  const amount = dialog.getByRole('textbox', { name: 'Amount in rupees' });
  await userEvent.type(amount, '250');
  dialog.getByText('The money goes back to the original payment method. The rest stays with the order.');
  await userEvent.clear(amount);
  await userEvent.type(amount, '260');
  dialog.getByText(/^₹250\.00 is refunded online\. Give the customer ₹10\.00 in cash\./);
  await userEvent.type(dialog.getByRole('textbox', { name: 'Your reason' }), 'A jar');
  await userEvent.click(dialog.getByRole('button', { name: 'Refund' }));
  await screen.findByText('₹250.00 is being refunded online. ₹10.00 is recorded as paid out in cash.');
  expect(posted()[0]?.body).toEqual({ amount: 260, reason: 'A jar' });
});

it('says that less than a rupee is paid out in cash', async () => {
  show(() => sampleOrder({ refunded: 250 }), { refundable: { online: 0.5, cash: 0 } });
  await userEvent.click(screen.getByRole('button', { name: 'Refund a part' }));
  screen.getByText(/^Less than ₹1 cannot be refunded online\. Give the customer the cash\./);
  await userEvent.keyboard('{Escape}');
  await fill('0.5', 'A jar');
  await screen.findByText('₹0.50 is recorded as paid out in cash.');
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
