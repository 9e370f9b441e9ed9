import type { OrderView } from '@haat/contract/orders/orders.calls';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { activateEnglish, activateLanguage, loadPageTexts } from '../../i18n/language.ts';
import { renderScreen } from '../../test/render-screen.tsx';
import { sampleOrder } from '../../test/samples.ts';
import { errorResponse, stubServer, tokenFor } from '../../test/stub-server.ts';
import { CancelOwnOrder } from './CancelOwnOrder.tsx';
import { OrderEnding } from './OrderEnding.tsx';

const CALL = 'POST /api/orders/4/cancel';

function show(
  changes: Partial<OrderView>,
  answer: () => unknown = () => ({ ...sampleOrder({ order_status: 'Cancelled' }), changed: true }),
) {
  localStorage.setItem('authToken', tokenFor({ sub: '7' }));
  const calls = stubServer({ [CALL]: answer });
  renderScreen(<CancelOwnOrder order={sampleOrder(changes)} />, { path: '/', at: '/' });
  return calls;
}
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const button = () => screen.queryByRole('button', { name: 'Cancel order' });

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  activateEnglish();
  vi.unstubAllGlobals();
});

it.each([
  [{ order_status: 'Pending' }, true],
  [{ order_status: 'Accepted', cancel_until: inMinutes(1) }, true],
  [{ order_status: 'Accepted', cancel_until: inMinutes(-1) }, false],
  [{ order_status: 'In Transit', cancel_until: inMinutes(1) }, false],
  [{ order_status: 'Delivered' }, false],
  [{ order_status: 'Cancelled' }, false],
  [{ order_status: 'Pending', payment_method: 'online', payment_status: 'awaiting' }, false],
] as const)('an order with %j can be cancelled: %s', (changes, expected) => {
  show(changes);
  expect(button() !== null).toBe(expected);
});

it('asks why, and sends the reason', async () => {
  const calls = show({});
  // So that the same can be ordered again without being asked.
  localStorage.setItem('pendingOrder_7_dairy', '{}');
  await userEvent.click(button()!);
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel order H000004?' }));
  const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Cancel order' });
  expect(dialog.queryByRole('radio', { checked: true })).toBeNull();
  expect(confirm.disabled).toBe(true);
  expect(dialog.getByText('Choose a reason.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('radio', { name: 'It takes too long' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel order' }));
  await waitFor(() =>
    expect(calls.find(({ path }) => path === '/api/orders/4/cancel')?.body).toEqual({ reason: 'too_late' }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(localStorage.getItem('pendingOrder_7_dairy')).toBeNull();
});

it('wants words for another reason', async () => {
  const calls = show({});
  await userEvent.click(button()!);
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('radio', { name: 'Another reason' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel order' }));
  expect(dialog.getByRole('alert').textContent).toBe('Enter a reason.');
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  await userEvent.type(dialog.getByRole('textbox'), '  We are away ');
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel order' }));
  await waitFor(() =>
    expect(calls.find(({ path }) => path === '/api/orders/4/cancel')?.body).toEqual({
      reason: 'other',
      text: 'We are away',
    }),
  );
});

it.each([
  [{ order_status: 'Accepted', cancel_until: inMinutes(-1) }, true],
  [{ order_status: 'Accepted', cancel_until: inMinutes(1) }, false],
  [{ order_status: 'Ready', cancel_until: inMinutes(-1) }, false],
] as const)('the shop can be asked to cancel an order with %j: %s', (changes, expected) => {
  show(changes);
  expect(screen.queryByRole('button', { name: 'Ask to cancel' }) !== null).toBe(expected);
});

it('asks the shop once to cancel an accepted order', async () => {
  localStorage.setItem('authToken', tokenFor({ sub: '7' }));
  const order = sampleOrder({ order_status: 'Accepted', cancel_until: inMinutes(-1) });
  const calls = stubServer({ 'POST /api/orders/4/cancellation-request': () => ({ ...order, changed: true }) });
  renderScreen(<CancelOwnOrder order={order} />, { path: '/', at: '/' });
  await userEvent.click(screen.getByRole('button', { name: 'Ask to cancel' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Ask to cancel order H000004?' }));
  await userEvent.click(dialog.getByRole('radio', { name: 'It takes too long' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Ask to cancel' }));
  await waitFor(() => expect(calls.map(({ path }) => path)).toContain('/api/orders/4/cancellation-request'));
  cleanup();

  const cancellation = { state: 'open', reason: 'too_late', at: inMinutes(0), answer_by: inMinutes(10) } as const;
  renderScreen(<CancelOwnOrder order={{ ...order, cancellation }} />, { path: '/', at: '/' });
  expect(screen.queryByRole('button')).toBeNull();
});

it('says why it can no longer be cancelled, in the language of the screen', async () => {
  const text = 'This order can no longer be cancelled. Please call the shop.';
  show({}, () => errorResponse(409, 'status_not_allowed', text));
  await userEvent.click(button()!);
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('radio', { name: 'It takes too long' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel order' }));
  expect((await screen.findByRole('alert')).textContent).toBe(`The order was not changed. ${text}`);
  await act(async () => {
    await loadPageTexts();
    await activateLanguage('hi');
  });
  expect(screen.getByRole('alert').textContent).toBe('ऑर्डर नहीं बदला। यह ऑर्डर अब रद्द नहीं हो सकता। कृपया दुकान को फ़ोन करें।');
});

describe('the customer of an order that ended reads why', () => {
  it.each([
    ['Declined', { actor: 'shop', reason: 'closing' }, 'Malnad Dairy declined the order: The shop is closing'],
    ['Declined', { actor: 'shop', reason: 'other', text: 'No milk' }, 'Malnad Dairy declined the order: No milk'],
    ['Cancelled', { actor: 'customer', reason: 'too_late' }, 'You cancelled the order: It takes too long'],
    ['Cancelled', { actor: 'shop', reason: 'too_busy' }, 'Malnad Dairy cancelled the order: Too busy right now'],
    ['Cancelled', { actor: 'operator', reason: 'other', text: 'Fraud' }, 'Support cancelled the order: Fraud'],
    ['Expired', { actor: 'clock' }, 'Malnad Dairy did not accept the order in time.'],
    ['Returned', { actor: 'shop', reason: 'nobody_there' }, 'The order came back to Malnad Dairy: Nobody was there'],
  ] as const)('%s, %j', (order_status, step, text) => {
    const steps = [{ status: order_status, at: inMinutes(0), ...step }];
    renderScreen(<OrderEnding order={sampleOrder({ order_status, steps })} />, { path: '/', at: '/' });
    screen.getByText(text);
  });

  it.each([
    ['open', 'Accepted', /^You asked Malnad Dairy to cancel this order\. If the shop doesn't answer by /],
    ['refused', 'In Transit', /^Malnad Dairy can no longer cancel this order\. For questions, call \d+\.$/],
    ['granted', 'Cancelled', /^Malnad Dairy cancelled the order, as you asked\.$/],
  ] as const)('or that the shop was asked to cancel: %s', (state, order_status, text) => {
    const cancellation = { state, reason: 'too_late', at: inMinutes(-1), answer_by: inMinutes(9) } as const;
    renderScreen(<OrderEnding order={sampleOrder({ order_status, cancellation })} />, { path: '/', at: '/' });
    screen.getByText(text);
  });

  it.each([
    [-1, /^Malnad Dairy hasn't answered yet\. You can cancel the order/],
    [1, undefined],
  ])('or, from half of its time on, that nobody has answered: %s min', (minutes, text) => {
    const waiting = { order_status: 'Pending', unanswered_from: inMinutes(minutes), accept_by: inMinutes(5) } as const;
    const { container } = renderScreen(<OrderEnding order={sampleOrder(waiting)} />, { path: '/', at: '/' });
    if (text) screen.getByText(text);
    else expect(container.querySelector('[role=status]')).toBeNull();
  });

  it('and nothing for one that continues', () => {
    renderScreen(<OrderEnding order={sampleOrder({ order_status: 'Accepted' })} />, { path: '/', at: '/' });
    expect(screen.queryByText(/Malnad/)).toBeNull();
  });
});
