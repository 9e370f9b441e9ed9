import type { ShopApplicationView } from '@haat/contract/platform/shop-applications.calls';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../test/render-screen.tsx';
import { errorResponse, stubServer, tokenFor, type StubRoutes } from '../test/stub-server.ts';
import { SellScreen } from './SellScreen.tsx';

const OWN = 'GET /api/shop-applications';
const APPLY = 'POST /api/shop-applications';
const submitted: ShopApplicationView = {
  id: 3,
  state: 'submitted',
  name: 'Green Leaf',
  slug: 'green-leaf',
  trade: 'dairy',
  mobile: '9000000001',
  street: '4, 1st Main',
  city: 'Bengaluru',
  pin_code: '560041',
  gstin: null,
  fssai_licence: null,
  submitted_at: '2026-11-20T05:00:00.000Z',
  decided_at: null,
  reason: null,
};
const me = { id: 7, name: null, email: 'a@b.in', mobile: '9000000001', profile_image: null };

async function show(routes: StubRoutes = {}, isSignedIn = true, at = '/sell') {
  if (isSignedIn) localStorage.setItem('authToken', tokenFor({ sub: '7' }));
  const calls = stubServer({
    'GET /api/users/me': () => me,
    [OWN]: () => [],
    'GET /api/shop-applications/slugs/green-leaf': () => ({ available: true }),
    'GET /api/pin-codes/560041': () => ({
      pin: '560041',
      city: 'Bengaluru',
      state: 'Karnataka',
      latitude: 12.9,
      longitude: 77.6,
      accuracy_metres: 2000,
    }),
    ...routes,
  });
  renderScreen(<SellScreen />, { path: '/sell', at, hasToasts: true });
  if (at === '/sell') await screen.findByRole('heading', { level: 1 });
  return calls;
}

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

async function fill() {
  await userEvent.type(await field('Shop name'), 'Green Leaf');
  await userEvent.selectOptions(await field('Type of shop'), 'Dairy');
  await userEvent.type(await field('House, street and area'), '4, 1st Main');
  await userEvent.type(await field('PIN code'), '560 041');
  await userEvent.type(await field('Your name'), 'Asha Rao');
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('sends a guest to the login, and keeps what was typed', async () => {
  await show({}, false);
  await fill();
  await userEvent.type(await field('Phone'), '9000000001');
  await click('Log in and send');
  await screen.findByText('went to /haat/login?redirect=%2Fsell');
  cleanup();
  await show();
  expect((await field('Shop name')).value).toBe('Green Leaf');
  expect((await field('PIN code')).value).toBe('560041');
});

it('sends the application with the mobile of the profile, the same key for a retry, and empties the form', async () => {
  const answers = [() => errorResponse(503, 'unavailable', 'Not right now'), () => submitted];
  let own: ShopApplicationView[] = [];
  const calls = await show({ [APPLY]: () => answers.shift()?.(), [OWN]: () => own });
  await fill();
  await screen.findByText('In Bengaluru');
  await screen.findByText(/This web address is available\.$/);
  await click('Send application');
  await screen.findByText('Not right now');
  own = [submitted];
  await click('Send application');
  await screen.findByText('Application sent');
  await screen.findByText('The operator has not decided yet. You will receive an email.');
  const sent = calls.filter(({ method }) => method === 'POST');
  expect(sent[0]?.body).toEqual({
    name: 'Green Leaf',
    slug: 'green-leaf',
    trade: 'dairy',
    mobile: '9000000001',
    street: '4, 1st Main',
    pin_code: '560041',
    gstin: null,
    fssai_licence: null,
    applicant_name: 'Asha Rao',
  });
  const keys = sent.map(({ headers }) => new Headers(headers).get('idempotency-key'));
  expect(keys[0]).toBeTruthy();
  expect(keys[0]).toBe(keys[1]);
  await click('Apply for another shop');
  expect((await field('Shop name')).value).toBe('');
});

it('says what is missing at each field', async () => {
  const calls = await show();
  await click('Send application');
  const texts = ['Please enter the shop name.', 'Please choose the type of your shop.', 'Please enter your name.'];
  for (const text of texts) screen.getByText(text);
  expect(document.activeElement).toBe(await field('Shop name'));
  expect(calls.some(({ method }) => method === 'POST')).toBe(false);
});

it('does not ask for the name of an account that has one', async () => {
  await show({ 'GET /api/users/me': () => ({ ...me, name: 'Asha Rao' }) });
  await waitFor(async () => expect((await field('Phone')).value).toBe('9000000001'));
  expect(screen.queryByLabelText('Your name')).toBeNull();
});

it('shows the reason of a declined application above the form', async () => {
  await show({ [OWN]: () => [{ ...submitted, state: 'declined', reason: 'No licence' }] });
  await screen.findByText('Reason: No licence');
  await field('Shop name');
});

it('withdraws an application after a question', async () => {
  let state: ShopApplicationView['state'] = 'submitted';
  const withdraw = () => ({ ...submitted, state: (state = 'withdrawn') });
  await show({ [OWN]: () => [{ ...submitted, state }], 'POST /api/shop-applications/3/withdraw': withdraw });
  await click('Withdraw Green Leaf');
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Withdraw' }));
  await screen.findByText('Application withdrawn');
  await screen.findByText('Withdrawn');
});

it.each(['by the button', 'by the link in the mail'])(
  'opens the back office of an approved shop %s, once the session has switched to it',
  async (way) => {
    const member = { role: 'vendor', shop_admin: true, shop_id: 9, shop_slug: 'green-leaf' } as const;
    let profile: object = me;
    const token = tokenFor({ sub: '7', ...member });
    const switchShop = () => {
      profile = { ...me, ...member };
      return { token };
    };
    const routes: StubRoutes = {
      [OWN]: () => [{ ...submitted, state: 'approved' }],
      'GET /api/users/me': () => profile,
      'POST /api/auth/shop': switchShop,
    };
    if (way === 'by the link in the mail') await show(routes, true, '/sell?open=green-leaf');
    else {
      await show(routes);
      await click('Open the back office Green Leaf');
    }
    await screen.findByText('went to /green-leaf/admin/dashboard');
    await waitFor(() => expect(localStorage.getItem('authToken')).toBe(token));
  },
);

it('asks a guest who follows the mail to log in to the shop first', async () => {
  await show({}, false, '/sell?open=green-leaf');
  await screen.findByText(/^went to \/green-leaf\/login/);
});

it('takes no fourth open application', async () => {
  await show({ [OWN]: () => [1, 2, 3].map((id) => ({ ...submitted, id })) });
  await screen.findByText(/^You have three open applications/);
  expect(screen.queryByRole('button', { name: 'Apply for another shop' })).toBeNull();
});
