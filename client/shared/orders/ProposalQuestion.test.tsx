import type { ProposalView } from '@haat/contract/orders/order-lines.calls';
import type { OrderView } from '@haat/contract/orders/orders.calls';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setServerClock } from '../../lib/server-clock.ts';
import { renderScreen } from '../../test/render-screen.tsx';
import { sampleOrder } from '../../test/samples.ts';
import { errorResponse, stubServer, tokenFor } from '../../test/stub-server.ts';
import { ProposalQuestion } from './ProposalQuestion.tsx';

const CALL = 'POST /api/orders/4/proposals/9/answer';
const soon = () => new Date(Date.now() + 600_000).toISOString();
const ghee = sampleOrder().items[0]!;
const rice = { ...ghee, id: 42, name: 'Rice', price: 50, quantity: 2, amount: 100, unit: '1 kg' };
const butter = { name: 'Butter', size: null, color: null, unit: '1 kg', product_id: 8, price: 140, image: null };

type Line = ProposalView['lines'][number];
const line = (changes: Partial<Line>): Line => ({
  item_id: ghee.id,
  kind: 'leave_out',
  quantity: null,
  grams: null,
  at_old_price: false,
  amount: 0,
  replacement: null,
  outcome: null,
  ...changes,
});
const replaced = line({ kind: 'replace', quantity: 2, amount: 280, replacement: butter });

const added = line({ item_id: 99, kind: 'add', quantity: 2, amount: 280, replacement: butter });

function show(
  lines: Line[],
  changes: Partial<OrderView> = {},
  answer: () => unknown = () => ({ ...sampleOrder(), changed: true }),
) {
  localStorage.setItem('authToken', tokenFor({ sub: '7' }));
  const calls = stubServer({ [CALL]: answer });
  const proposal = { id: 9, state: 'open', total: 0, at: new Date().toISOString(), answer_by: soon(), lines } as const;
  const order = sampleOrder({
    order_status: 'Accepted',
    items: [ghee, rice],
    total: 350,
    proposal,
    ...changes,
  });
  renderScreen(<ProposalQuestion order={order} />, { path: '/', at: '/', hasToasts: true });
  return () => calls.find(({ method }) => method === 'POST')?.body;
}

const choose = (name: string) => userEvent.click(screen.getByRole('radio', { name }));
const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send answer' });
const total = () => screen.getByText('New total').parentElement?.textContent;

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  setServerClock(new Date().toUTCString());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('shows old and new line and the total, and sends an answer for each line', async () => {
  const sent = show([replaced, line({ item_id: 42, kind: 'fewer', quantity: 1, amount: 50 })]);
  screen.getByText('2 × Ghee, 500 g');
  screen.getByText('2 × Butter, 1 kg · ₹280.00');
  screen.getByText('1 × Rice, 1 kg · ₹50.00');
  expect(send().disabled).toBe(true);
  await userEvent.click(screen.getAllByRole('radio', { name: 'Take it' })[0]!);
  expect(send().disabled).toBe(true);
  expect(screen.queryByText('New total')).toBeNull();
  await userEvent.click(screen.getAllByRole('radio', { name: 'No, leave it out' })[1]!);
  expect(total()).toBe('New total₹350.00 ₹280.00');
  await userEvent.click(send());
  await waitFor(() =>
    expect(sent()).toEqual({
      lines: [
        { item_id: ghee.id, accept: true },
        { item_id: 42, accept: false },
      ],
    }),
  );
  await screen.findByText('Your answer was sent to Malnad Dairy.');
});

describe('what a refusal means', () => {
  it.each([
    [line({}), 'I want it, call me', '₹350.00'],
    [added, "No, don't add it", '₹350.00'],
    [line({ item_id: 42, kind: 'more', quantity: 3, amount: 150 }), 'Only as ordered', '₹350.00'],
    [replaced, 'No, leave it out', '₹100.00'],
    [line({ item_id: 42, kind: 'weight', grams: 2_200, amount: 110 }), 'Only as ordered', '₹350.00'],
    [line({ item_id: 42, kind: 'weight', grams: 1_000, amount: 50 }), 'No, leave it out', '₹250.00'],
  ])('%#', async (proposed, no, paise) => {
    show([proposed]);
    await choose(no);
    expect(total()).toBe(`New total₹350.00 ${paise}`);
  });
});

it('asks about an item to add, which is not added without an answer', async () => {
  const sent = show([added], { payment_method: 'online', payment_status: 'paid' });
  screen.getByRole('group', { name: 'Add 2 × Butter, 1 kg · ₹280.00' });
  screen.getByText('Nothing is added without your answer.');
  await choose('Yes, add it');
  expect(total()).toBe('New total₹350.00 ₹630.00');
  screen.getByText('You pay ₹280.00 of the total in cash.');
  await userEvent.click(send());
  await waitFor(() => expect(sent()).toEqual({ lines: [{ item_id: 99, accept: true }] }));
});

it('says what of a prepaid order is paid in cash, or goes back', async () => {
  show([replaced], { payment_method: 'online', payment_status: 'paid' });
  await choose('Take it');
  screen.getByText('You pay ₹30.00 of the total in cash.');
  await choose('No, leave it out');
  screen.getByText('₹250.00 is refunded to you.');
});

it('does not take away the last line', async () => {
  show([replaced], { items: [ghee], total: 250 });
  await choose('No, leave it out');
  screen.getByText('The order would have no items left. Cancel it instead.');
  expect(send().disabled).toBe(true);
});

it('counts down by the clock of the server, and ends with the time', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-24T10:00:00Z') });
  // The device is an hour behind.
  setServerClock('Tue, 24 Nov 2026 11:00:00 GMT');
  show([replaced], {
    if_unavailable: 'replace',
    proposal: { id: 9, state: 'open', total: 0, at: '', answer_by: '2026-11-24T11:10:00.500Z', lines: [replaced] },
  });
  expect(screen.getByRole('timer').textContent).toBe('10:00');
  screen.getByText("If you don't answer, a similar item is sent if it costs no more. Otherwise it is left out.");
  act(() => void vi.advanceTimersByTime(61_000));
  expect(screen.getByRole('timer').textContent).toBe('8:59');
  act(() => void vi.advanceTimersByTime(600_000));
  screen.getByText('The time to answer has ended. The choice you made when ordering applies now.');
  expect(send().disabled).toBe(true);
});

it('says that the order has changed meanwhile', async () => {
  show([replaced], {}, () => errorResponse(409, 'order_changed', 'The time to answer is over.'));
  await choose('Take it');
  await userEvent.click(send());
  await screen.findByText('The order has changed in the meantime. Please check it again.');
});

it.each([
  { proposal: null },
  { order_status: 'Cancelled' },
  { proposal: { id: 9, state: 'answered', total: 0, at: '', answer_by: soon(), lines: [replaced] } },
] as const)('shows nothing for an order with %j', (changes) => {
  show([replaced], changes as Partial<OrderView>);
  expect(screen.queryByRole('radio')).toBeNull();
});
