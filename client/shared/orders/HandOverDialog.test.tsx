import { advanceOrder } from '@haat/contract/orders/orders.calls';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { sampleOrder } from '../../test/samples.ts';
import { errorResponse, stubServer, type StubRoutes, tokenFor } from '../../test/stub-server.ts';
import { call } from '../../lib/api.ts';
import { HandOverDialog } from './HandOverDialog.tsx';

const STEP = 'PATCH /api/orders/4/status';
const delivered = { ...sampleOrder({ order_status: 'Delivered' }), changed: true };

const send = (code: string) => call(advanceOrder, { params: { id: 4 }, body: { status: 'Delivered', code } });

function show(routes: StubRoutes) {
  localStorage.setItem('authToken', tokenFor({ sub: '7', role: 'vendor' }));
  const calls = stubServer(routes);
  const onHandedOver = vi.fn();
  renderScreen(
    <HandOverDialog
      order={sampleOrder()}
      money="Collect ₹250.00 in cash"
      send={send}
      onHandedOver={onHandedOver}
      onClose={() => {}}
    />,
    { path: '*', at: '/dairy/shop-orders' },
  );
  return { calls, onHandedOver };
}
const field = () => screen.getByLabelText<HTMLInputElement>('Pickup code');
const handOver = () => userEvent.click(screen.getByRole('button', { name: 'Hand over' }));

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('sends the four digits, and is done when they are right', async () => {
  const { calls, onHandedOver } = show({ [STEP]: () => delivered });
  expect(document.activeElement).toBe(field());
  expect(field().inputMode).toBe('numeric');
  for (const words of ['Test Customer', 'Collect ₹250.00 in cash']) expect(screen.getByText(words)).toBeTruthy();
  await userEvent.type(field(), '0 8 2 1{Enter}');
  await waitFor(() => expect(onHandedOver).toHaveBeenCalledOnce());
  expect(calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
    { status: 'Delivered', code: '0821' },
  ]);
});

it('asks for all four digits before it sends any', async () => {
  const { calls } = show({});
  await userEvent.type(field(), '082');
  await handOver();
  expect(screen.getByRole('alert').textContent).toBe('Enter the four digits of the code.');
  await userEvent.type(field(), '1');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(calls.filter(({ method }) => method === 'PATCH')).toEqual([]);
});

it.each([
  [422, 'pickup_code_wrong', 'No', 'This is not the code of this order. Ask the customer to show it again.'],
  [
    429,
    'rate_limited',
    'Too many attempts. Please try again in 9 minutes.',
    'Too many attempts. Please try again in 9 minutes.',
  ],
  [409, 'status_not_allowed', 'Order is already at final status.', 'Order is already at final status.'],
] as const)('says in its place why it was refused: %i %s', async (status, code, text, shown) => {
  const { onHandedOver } = show({ [STEP]: () => errorResponse(status, code, text) });
  await userEvent.type(field(), '0000');
  await handOver();
  expect((await screen.findByRole('alert')).textContent).toBe(shown);
  expect(onHandedOver).not.toHaveBeenCalled();
});
