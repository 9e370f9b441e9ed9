import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { errorResponse, stubServer, tokenFor, type StubRoutes } from '../../test/stub-server.ts';
import { TeamScreen } from './TeamScreen.tsx';

const LIST = 'GET /api/shops/3/members';
const joined = '2026-11-21T10:00:00.000Z';
const team = [
  {
    id: 7,
    email: 'owner@b.in',
    mobile: null,
    name: 'Test Owner',
    role: 'admin',
    invited: null,
    joined,
    has_pin: false,
  },
  {
    id: 8,
    email: 'new@b.in',
    mobile: null,
    name: null,
    role: 'vendor',
    invited: '2026-11-20T10:00:00.000Z',
    joined: null,
    has_pin: false,
  },
];

async function show(routes: StubRoutes = {}, isAdmin = true) {
  const session = { role: 'vendor', shop_id: 3, shop_slug: 'dairy', ...(isAdmin && { shop_admin: true }) };
  localStorage.setItem('authToken', tokenFor({ sub: '7', ...session }));
  const me = { id: 7, name: 'Test Owner', email: 'owner@b.in', mobile: null, profile_image: null, ...session };
  const calls = stubServer({ 'GET /api/users/me': () => me, [LIST]: () => team, ...routes });
  renderScreen(<TeamScreen />, { path: '/:shopSlug/admin/team', at: '/dairy/admin/team', hasToasts: true });
  await screen.findByText('Test Owner', { selector: 'strong' });
  return calls;
}

const row = (who: string) => within(screen.getByText(who, { selector: 'strong' }).closest('li')!);
async function changeRole(who: string, role: RegExp) {
  await userEvent.click(row(who).getByRole('button', { name: `Change role ${who}` }));
  const dialog = within(screen.getByRole('dialog', { name: `Role of ${who}` }));
  await userEvent.click(dialog.getByRole('radio', { name: role }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save role' }));
}

const changes = (calls: { method: string; path: string; body: unknown }[]) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body]);

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows the members with their roles and pending invitations', async () => {
  await show();
  expect(row('Test Owner').getByText('Admin')).toBeTruthy();
  expect(row('Test Owner').getByText('You')).toBeTruthy();
  expect(row('new@b.in').getByText('Invited')).toBeTruthy();
});

it('invites by a valid email address or mobile number, with a name', async () => {
  const calls = await show({ 'POST /api/shops/3/members': () => team[1] });
  const email = screen.getByLabelText<HTMLInputElement>('Email or mobile number');
  await userEvent.type(email, 'nobody');
  await userEvent.click(screen.getByRole('button', { name: 'Send invitation' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Enter an email address or a mobile number.');
  expect(document.activeElement).toBe(email);
  await userEvent.type(email, '@b.in');
  await userEvent.click(screen.getByLabelText(/^Admin/));
  await userEvent.click(screen.getByRole('button', { name: 'Send invitation' }));
  await screen.findByText('Invitation sent');
  expect(changes(calls)).toEqual([['POST', '/api/shops/3/members', { email: 'nobody@b.in', role: 'admin' }]]);
  expect(email.value).toBe('');
  await userEvent.type(screen.getByLabelText('Name'), 'Raju');
  await userEvent.type(email, '098450 12345');
  await userEvent.click(screen.getByRole('button', { name: 'Send invitation' }));
  await waitFor(() => expect(changes(calls)).toHaveLength(2));
  expect(changes(calls)[1]).toEqual([
    'POST',
    '/api/shops/3/members',
    { mobile: '9845012345', name: 'Raju', role: 'admin' },
  ]);
});

it('changes a role, removes a member after a confirmation, and refetches the team', async () => {
  const calls = await show({
    'PATCH /api/shops/3/members/8': () => ({ ...team[1], role: 'helper' }),
    'DELETE /api/shops/3/members/8': () => new Response(null, { status: 204 }),
  });
  await changeRole('new@b.in', /^Helper Packs orders/);
  await screen.findByText('Role changed');
  expect(changes(calls)).toEqual([['PATCH', '/api/shops/3/members/8', { role: 'helper' }]]);
  await userEvent.click(row('new@b.in').getByRole('button', { name: 'Remove new@b.in' }));
  expect(changes(calls)).toHaveLength(1);
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
  await screen.findByText('Removed from the team');
  expect(changes(calls).at(-1)).toEqual(['DELETE', '/api/shops/3/members/8', undefined]);
  await waitFor(() =>
    expect(calls.filter(({ path, method }) => method === 'GET' && path.endsWith('/members'))).toHaveLength(3),
  );
});

it('shows when a member was invited, and resends the invitation', async () => {
  const calls = await show({ 'POST /api/shops/3/members/8/invitation': () => team[1] });
  expect(row('new@b.in').getByText(/^Invited 20 Nov 2026.*until you remove this person/)).toBeTruthy();
  expect(row('Test Owner').queryByText(/Mailed/)).toBeNull();
  expect(row('Test Owner').queryByRole('button', { name: /Resend/ })).toBeNull();
  await userEvent.click(row('new@b.in').getByRole('button', { name: 'Resend new@b.in' }));
  await screen.findByText('Invitation sent');
  expect(changes(calls)).toEqual([['POST', '/api/shops/3/members/8/invitation', undefined]]);
});

it('shows a rejection at the member', async () => {
  await show({ 'PATCH /api/shops/3/members/7': () => errorResponse(409, 'last_admin', 'whatever') });
  await changeRole('Test Owner', /^Vendor/);
  expect((await row('Test Owner').findByRole('alert')).textContent).toBe(
    'A shop needs an admin. Make someone else an admin first.',
  );
});

it('lets a vendor only view and leave', async () => {
  const calls = await show({ 'DELETE /api/shops/3/members/7': () => new Response(null, { status: 204 }) }, false);
  expect(screen.queryByRole('button', { name: /Make|Remove|Send invitation/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Leave team Test Owner' }));
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Leave team' }));
  await screen.findByText('You have left the team');
  expect(changes(calls)).toEqual([['DELETE', '/api/shops/3/members/7', undefined]]);
  await waitFor(() => expect(calls.filter(({ path }) => path === '/api/users/me').length).toBeGreaterThan(1));
});

it('shows a member who has a mobile number only', async () => {
  await show({ [LIST]: () => [...team, { ...team[1], id: 9, email: null, mobile: '9845012345' }] });
  expect(row('+91 98450 12345').getByText('Invited')).toBeTruthy();
});
