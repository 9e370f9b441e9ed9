import type { OrderView } from '@haat/contract/orders/orders.calls';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../../test/render-screen.tsx';
import { sampleOrder } from '../../../test/samples.ts';
import { errorResponse, stubServer, tokenFor } from '../../../test/stub-server.ts';
import { CancellationAnswer } from './CancellationAnswer.tsx';

const CALL = 'POST /api/orders/4/cancellation-request/answer';
const cancellation = {
  state: 'open',
  reason: 'changed_my_mind',
  at: '2026-11-23T10:00:00Z',
  answer_by: '2026-11-23T10:10:00Z',
} as const;

function show(changes: Partial<OrderView>, answer: () => unknown = () => ({ ...sampleOrder({}), changed: true })) {
  localStorage.setItem('authToken', tokenFor({ sub: '7' }));
  const calls = stubServer({ [CALL]: answer });
  const order = sampleOrder({ order_status: 'Accepted', cancellation, ...changes });
  renderScreen(<CancellationAnswer order={order} status={order.order_status} />, { path: '/', at: '/' });
  return calls;
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each([
  ['Cancel the order', true],
  ['Keep the order', false],
])('says why the customer asks to cancel, and sends the answer: %s', async (name, cancel) => {
  const calls = show({});
  screen.getByText('The customer asks to cancel: Changed my mind');
  await userEvent.click(screen.getByRole('button', { name }));
  await waitFor(() => expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ cancel }));
});

it('says that somebody else has answered', async () => {
  const text = 'There is no open request to cancel this order. It may already have been answered.';
  show({}, () => errorResponse(409, 'status_not_allowed', text));
  await userEvent.click(screen.getByRole('button', { name: 'Cancel the order' }));
  expect((await screen.findByRole('alert')).textContent).toBe(`The answer was not saved. ${text}`);
});

it.each([
  [{ cancellation: null }],
  [{ cancellation: { ...cancellation, state: 'refused' } }],
  [{ order_status: 'Cancelled' }],
] as const)('shows nothing for an order with %j', (changes) => {
  show(changes);
  expect(screen.queryByRole('button')).toBeNull();
});
