import type { OrderProblemsView } from '@haat/contract/orders/problems.calls';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emitLive } from '../../../lib/live-updates.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { sampleProblem } from '../../../test/samples.ts';
import { errorResponse, stubServer, type StubRoutes, tokenFor } from '../../../test/stub-server.ts';
import { OrderProblemScreen } from './OrderProblemScreen.tsx';

const CALL = 'GET /api/orders/4/problems';
const REPORT = 'POST /api/orders/4/problems';

const item = { size: null, color: null, image: null };
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const order = (changes: Partial<OrderProblemsView> = {}): OrderProblemsView => ({
  order: { id: 4, orderNumber: 'H000004' },
  shop: { id: 3, slug: 'dairy', name: 'Malnad Dairy' },
  order_status: 'Delivered',
  report_until: inHours(5),
  items: [
    { ...item, item_id: 41, name: 'Ghee', unit: '500 g', price: 125, quantity: 2 },
    { ...item, item_id: 42, name: 'Curd', unit: null, price: 30, quantity: 1 },
  ],
  problems: [],
  ...changes,
});

function show(answer: () => unknown, routes: StubRoutes = {}) {
  localStorage.setItem('authToken', tokenFor({ sub: '7' }));
  const me = { id: 7, name: null, email: 'a@b.in', mobile: null, profile_image: null, language: null };
  const calls = stubServer({ 'GET /api/users/me': () => me, [CALL]: answer, ...routes });
  const at = '/dairy/orders/4/problem';
  renderScreen(<OrderProblemScreen />, { path: '/:shopSlug/orders/:id/problem', at, hasToasts: true });
  return calls;
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('reporting', () => {
  it('sends the lines with what is wrong and with how many, the words and the pictures', async () => {
    const calls = show(() => order(), { [REPORT]: () => sampleProblem() });
    await userEvent.click(await screen.findByRole('checkbox', { name: /2 × Ghee/ }));
    const what = within(screen.getByRole('group', { name: 'What is wrong with Ghee?' }));
    await userEvent.click(what.getByRole('button', { name: 'Damaged' }));
    await userEvent.click(screen.getByRole('button', { name: /fewer|less|remove/i }));
    await userEvent.click(screen.getByRole('checkbox', { name: /1 × Curd/ }));
    await userEvent.type(screen.getByRole('textbox', { name: 'What happened?' }), ' The jar was broken ');
    const pictures = ['jar', 'lid'].map((name) => new File([name], `${name}.png`, { type: 'image/png' }));
    await userEvent.upload(screen.getByLabelText('Add pictures'), pictures);
    await userEvent.click(screen.getByRole('button', { name: 'Remove picture 2' }));
    await userEvent.click(screen.getByRole('button', { name: 'Report' }));
    await screen.findByText('Problem P000012 was reported. The shop is notified.');

    const [sent] = calls.filter(({ method }) => method === 'POST');
    const { lines, text, picture: sentPicture } = (sent?.body ?? {}) as Record<string, unknown>;
    expect(JSON.parse(String(lines))).toEqual([
      { item_id: 41, kind: 'damaged', quantity: 1 },
      { item_id: 42, kind: 'missing', quantity: 1 },
    ]);
    expect([text, sentPicture]).toEqual(['The jar was broken', expect.any(File)]);
    expect(sent?.headers.get('idempotency-key')).toMatch(/^\w{32}$/);
  });

  it('wants a line, and words for something else', async () => {
    const calls = show(() => order());
    await userEvent.click(await screen.findByRole('button', { name: 'Report' }));
    expect(screen.getByRole('alert').textContent).toBe('Choose the items that have a problem.');
    await userEvent.click(screen.getByRole('checkbox', { name: /1 × Curd/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Something else' }));
    await userEvent.click(screen.getByRole('button', { name: 'Report' }));
    expect(screen.getByRole('alert').textContent).toBe('Describe what is wrong.');
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('takes pictures only, three at most', async () => {
    show(() => order());
    const input = await screen.findByLabelText('Add pictures');
    await userEvent.upload(input, new File(['x'], 'x.txt', { type: 'text/plain' }), { applyAccept: false });
    expect(screen.getByRole('alert').textContent).toMatch(/image|picture/i);
    const pictures = [1, 2, 3, 4].map((nr) => new File(['x'], `${nr}.png`, { type: 'image/png' }));
    await userEvent.upload(input, pictures);
    expect(screen.getAllByRole('img', { name: /^Picture \d$/ })).toHaveLength(3);
    expect(screen.queryByLabelText('Add pictures')).toBeNull();
  });

  it.each([
    ['before the delivery', { order_status: 'Accepted', report_until: null }, /once the order is delivered/],
    ['after its time', { report_until: inHours(-1) }, /The time to report a problem with this order is over/],
  ] as const)('is not offered %s', async (_, changes, text) => {
    show(() => order(changes));
    await screen.findByText(text);
    expect(screen.queryByRole('button', { name: 'Report' })).toBeNull();
  });

  it('says why it was refused', async () => {
    const text = 'The time to report a problem with this order is over. Please call the shop.';
    show(() => order(), { [REPORT]: () => errorResponse(409, 'status_not_allowed', text) });
    await userEvent.click(await screen.findByRole('checkbox', { name: /1 × Curd/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Report' }));
    expect((await screen.findByRole('alert')).textContent).toBe(text);
  });
});

describe('a reported problem', () => {
  it('shows its lines, the clock and the thread, and no other form', async () => {
    show(() => order({ problems: [sampleProblem()] }));
    const ticket = within(await screen.findByRole('article', { name: 'Problem P000012' }));
    ticket.getByText('Damaged: 1 of 2');
    const clock = within(ticket.getByRole('list', { name: 'Deadlines' }));
    expect(clock.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Reported\d/),
      expect.stringMatching(/^Acknowledgeddue by .*, in 1 day$/),
      'Solved',
    ]);
    ticket.getByText('The jar was broken');
    expect(screen.queryByRole('heading', { name: 'Report a problem' })).toBeNull();
    expect(ticket.queryByRole('button', { name: 'Answer' })).toBeNull();
  });

  it('says that the shop is late', async () => {
    show(() => order({ problems: [sampleProblem({ acknowledge_by: inHours(-2) })] }));
    await screen.findByText('Overdue');
    screen.getByText(/^Overdue since .*, 2 hours ago$/);
  });

  it('shows the answer, the replacement and the returned items, live', async () => {
    let problem = sampleProblem();
    show(() => order({ problems: [problem] }));
    await screen.findByText('The jar was broken');
    const at = inHours(0);
    problem = sampleProblem({
      state: 'replaced',
      acknowledged_at: at,
      solved_at: at,
      replacement: { id: 9, orderNumber: 'H000009' },
      lines: [{ ...problem.lines[0]!, returned: 1 }],
      messages: [...problem.messages, { id: 2, kind: 'replaced', actor: 'shop', text: 'Sorry', at }],
    });
    const event = { feed: 'user:7', seq: 5, order_id: 4, order_number: 'H000004', at } as const;
    act(() => emitLive('order.updated', { ...event, update: 'problem_answered' }));
    expect((await screen.findByRole('link', { name: 'Replacement: order H000009' })).getAttribute('href')).toBe(
      '/dairy/order-history',
    );
    screen.getByText('Damaged: 1 of 2 · 1 returned');
    screen.getByText('Sent a replacement at no charge');
    expect(screen.getAllByText('Solved with a replacement')).toHaveLength(2);
    // Its time is not over: something else can be reported.
    screen.getByRole('heading', { name: 'Report a problem' });
  });

  it('sends a message, again under the same key when the answer was lost', async () => {
    let isLost = true;
    const calls = show(() => order({ problems: [sampleProblem()] }), {
      'POST /api/problems/12/messages': () => {
        if (!isLost) return sampleProblem();
        isLost = false;
        return errorResponse(503, 'unavailable', 'The service is not available right now, please try again.');
      },
    });
    const field = await screen.findByRole('textbox', { name: 'Your message' });
    await userEvent.type(field, 'Please look');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await screen.findByRole('alert');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect((field as HTMLTextAreaElement).value).toBe(''));
    const sent = calls.filter(({ method }) => method === 'POST');
    expect(sent.map(({ body }) => body)).toEqual([{ text: 'Please look' }, { text: 'Please look' }]);
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
  });

  it('loads its pictures with the session', async () => {
    const picture = '0b9f7c1e-6f0f-4f6f-8f0f-0123456789ab';
    const path = `/api/problems/12/pictures/${picture}`;
    const calls = show(() => order({ problems: [sampleProblem({ pictures: [picture] })] }), {
      [`GET ${path}`]: () => new Response('picture', { headers: { 'content-type': 'image/webp' } }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Picture 1' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Picture 1' }));
    expect((await dialog.findByRole('img', { name: 'Picture 1' })).getAttribute('src')).toMatch(/^blob:/);
    expect(calls.find((each) => each.path === path)?.headers.get('authorization')).toMatch(/^Bearer /);
  });
});

it('says that there is no such order', async () => {
  show(() => errorResponse(404, 'not_found', 'Order not found'));
  await screen.findByText('This order does not exist, or you do not have access to it.');
});
