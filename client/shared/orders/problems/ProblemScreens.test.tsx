import type { ProblemRowView, ProblemView } from '@haat/contract/orders/problems.calls';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderScreen, withRouteGuard } from '../../../test/render-screen.tsx';
import { sampleProblem } from '../../../test/samples.ts';
import { errorResponse, stubServer, type StubRoutes, tokenFor } from '../../../test/stub-server.ts';
import { OperatorProblemsScreen, ProblemScreen, ShopProblemsScreen } from './ProblemScreens.tsx';

function row(changes: Partial<ProblemRowView> = {}): ProblemRowView {
  const { id, number, order, shop, customer_name, state, reported_at, acknowledge_by, solve_by } = sampleProblem();
  const facts = { id, number, order, shop, customer_name, state, reported_at, acknowledge_by, solve_by };
  return { ...facts, kinds: ['damaged', 'missing'], items: ['Ghee', 'Curd'], is_waiting: true, ...changes };
}

type Shown = { element: ReactElement; at: string; routes: StubRoutes; isOperator?: boolean };

function show({ element, at, routes, isOperator = false }: Shown) {
  const claims = isOperator
    ? { sub: '7', operator: true }
    : { sub: '7', email: 'v@dairy.example', role: 'vendor', shop_id: 3, shop_slug: 'dairy' };
  localStorage.setItem('authToken', tokenFor(claims));
  const calls = stubServer({
    'GET /api/users/me': () => ({
      id: 7,
      name: null,
      email: 'v@dairy.example',
      mobile: null,
      profile_image: null,
      ...claims,
    }),
    ...routes,
  });
  const path = isOperator ? '/operator/*' : '/:shopSlug/admin/problems/*';
  const rule = isOperator ? '/operator/problems' : '/:shopSlug/admin/problems';
  renderScreen(withRouteGuard(element, rule), { path, at, hasToasts: true });
  return calls;
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the list', () => {
  it('of a shop has what waits, with its deadline, and the solved ones behind a filter', async () => {
    const late = row({ id: 13, number: 'P000013', acknowledge_by: new Date(Date.now() - 60_000).toISOString() });
    show({
      element: <ShopProblemsScreen />,
      at: '/dairy/admin/problems',
      routes: {
        'GET /api/shops/3/problems?limit=50': () => [late, row()],
        'GET /api/shops/3/problems?limit=50&solved=true': () => [row({ id: 9, number: 'P000009', state: 'refunded' })],
      },
    });
    const links = await screen.findAllByRole('link', { name: /^Problem P/ });
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Problem P000013', '/dairy/admin/problems/13'],
      ['Problem P000012', '/dairy/admin/problems/12'],
    ]);
    screen.getByText('Overdue');
    expect(screen.getAllByText('Damaged, Missing: Ghee, Curd')).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: 'Solved' }));
    await screen.findByRole('link', { name: 'Problem P000009' });
    screen.getByText('Solved with a refund');
  });

  it('of the operator has those of all shops', async () => {
    show({
      element: <OperatorProblemsScreen />,
      at: '/operator/problems',
      isOperator: true,
      routes: { 'GET /api/operator/problems?limit=50': () => [row()] },
    });
    expect((await screen.findByRole('link', { name: 'Problem P000012' })).getAttribute('href')).toBe(
      '/operator/problems/12',
    );
    screen.getByText('Malnad Dairy');
  });

  it('says that nothing waits, and that it could not be loaded', async () => {
    let isDown = true;
    show({
      element: <ShopProblemsScreen />,
      at: '/dairy/admin/problems',
      routes: {
        'GET /api/shops/3/problems?limit=50': () =>
          isDown ? errorResponse(500, 'internal', 'Something went wrong') : [],
      },
    });
    await screen.findByText('The problems could not be loaded.');
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('No problems are waiting for an answer.');
  });
});

describe('a problem', () => {
  const ANSWER = 'POST /api/problems/12/answer';
  function open(problem: Partial<ProblemView>, routes: StubRoutes = {}, isOperator = false) {
    return show({
      element: <ProblemScreen />,
      at: isOperator ? '/operator/problems/12' : '/dairy/admin/problems/12',
      isOperator,
      routes: { 'GET /api/problems/12': () => sampleProblem(problem), ...routes },
    });
  }
  async function answering() {
    await userEvent.click(await screen.findByRole('button', { name: 'Answer' }));
    return within(screen.getByRole('dialog', { name: 'Answer problem P000012' }));
  }
  const posted = (calls: ReturnType<typeof open>) =>
    calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);

  it('is acknowledged', async () => {
    const calls = open({}, { 'POST /api/problems/12/acknowledge': () => sampleProblem({ state: 'acknowledged' }) });
    await userEvent.click(await screen.findByRole('button', { name: 'Acknowledge' }));
    await screen.findByText('Problem P000012 was acknowledged. The customer can see it.');
    expect(posted(calls)).toEqual([['/api/problems/12/acknowledge', undefined]]);
  });

  it('is answered with a refund, and what came back', async () => {
    const calls = open({}, { [ANSWER]: () => sampleProblem({ state: 'refunded' }) });
    const dialog = await answering();
    dialog.getByText('At most ₹250.00');
    await userEvent.click(dialog.getByRole('button', { name: 'Refund' }));
    expect(dialog.getByRole('alert').textContent).toMatch(/^Enter an amount/);
    await userEvent.type(dialog.getByRole('textbox', { name: 'Amount in rupees' }), '120.50');
    await userEvent.click(dialog.getByRole('button', { name: /more/i }));
    await userEvent.click(dialog.getByRole('button', { name: 'Refund' }));
    await screen.findByText('Problem P000012 was answered.');
    const body = { answer: 'refund', amount: 120.5, returned: [{ item_id: 41, quantity: 1 }] };
    expect(posted(calls)).toEqual([['/api/problems/12/answer', body]]);
  });

  it('is answered with a replacement, whose lines are shown', async () => {
    const calls = open({}, { [ANSWER]: () => sampleProblem({ state: 'replaced' }) });
    const dialog = await answering();
    await userEvent.click(dialog.getByRole('radio', { name: /^Replacement/ }));
    dialog.getByText('1 × Ghee');
    await userEvent.type(dialog.getByRole('textbox', { name: 'Message to the customer (optional)' }), 'Sorry');
    await userEvent.click(dialog.getByRole('button', { name: 'Send replacement' }));
    await waitFor(() =>
      expect(posted(calls)).toEqual([['/api/problems/12/answer', { answer: 'replacement', text: 'Sorry' }]]),
    );
  });

  it('is refused with a reason only', async () => {
    const calls = open(
      {},
      { [ANSWER]: () => errorResponse(409, 'status_not_allowed', 'This problem was already answered.') },
    );
    const dialog = await answering();
    await userEvent.click(dialog.getByRole('radio', { name: /^Refuse/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Refuse' }));
    expect(dialog.getByRole('alert').textContent).toBe('Enter a reason.');
    await userEvent.type(dialog.getByRole('textbox', { name: 'Your reason' }), 'It was sealed');
    await userEvent.click(dialog.getByRole('button', { name: 'Refuse' }));
    await dialog.findByText('This problem was already answered.');
    expect(posted(calls)).toEqual([['/api/problems/12/answer', { answer: 'refusal', text: 'It was sealed' }]]);
  });

  it('cannot be refunded when nothing was paid', async () => {
    open({ refundable: { online: 0, cash: 0 } });
    const dialog = await answering();
    expect(dialog.queryByRole('radio', { name: /^Refund/ })).toBeNull();
  });

  it('that was refused can be answered by the operator, and not by the shop', async () => {
    const at = new Date().toISOString();
    open({ state: 'refused', acknowledged_at: at, solved_at: at });
    await screen.findByText('The jar was broken');
    expect(screen.queryByRole('button', { name: 'Answer' })).toBeNull();
    cleanup();
    open({ state: 'refused', acknowledged_at: at, solved_at: at }, {}, true);
    const dialog = await answering();
    expect(dialog.queryByRole('radio', { name: /^Refuse/ })).toBeNull();
    dialog.getByRole('radio', { name: /^Refund/ });
  });

  it('of another shop does not exist', async () => {
    open({}, { 'GET /api/problems/12': () => errorResponse(404, 'not_found', 'Problem not found') });
    await screen.findByText('This problem does not exist, or you do not have access to it.');
  });
});
