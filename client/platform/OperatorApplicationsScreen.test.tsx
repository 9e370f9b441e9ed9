import type { OperatorApplicationView } from '@haat/contract/platform/shop-applications.calls';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../test/render-screen.tsx';
import { errorResponse, stubServer, tokenFor, type StubRoutes } from '../test/stub-server.ts';
import { OperatorApplicationsScreen } from './OperatorApplicationsScreen.tsx';

const OPEN = 'GET /api/operator/shop-applications?state=submitted&limit=50';
const application: OperatorApplicationView = {
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
  fssai_licence: '10012011000001',
  submitted_at: '2026-11-20T05:00:00.000Z',
  decided_at: null,
  reason: null,
  latitude: 12.9,
  longitude: 77.6,
  slug_free: true,
  applicant: { id: 8, email: 'owner@haat.example', name: null, blocked: false },
};
const answer = (applications: OperatorApplicationView[]) => ({
  counts: { submitted: applications.length, approved: 4, declined: 0, withdrawn: 0 },
  applications,
});

async function show(routes: StubRoutes) {
  localStorage.setItem('authToken', tokenFor({ sub: '7', operator: true }));
  const me = { id: 7, name: null, email: 'a@b.in', mobile: null, profile_image: null, operator: true };
  const calls = stubServer({ 'GET /api/users/me': () => me, ...routes });
  const path = '/operator/applications';
  renderScreen(<OperatorApplicationsScreen />, { path, at: path, hasToasts: true });
  await screen.findByRole('heading', { level: 1 });
  return calls;
}
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows who applies for what, and approves after a question', async () => {
  let open = [application];
  const approve = () => {
    open = [];
    return { ...application, state: 'approved' };
  };
  await show({ [OPEN]: () => answer(open), 'POST /api/operator/shop-applications/3/approve': approve });
  for (const text of ['Dairy', 'green-leaf', 'owner@haat.example', '10012011000001']) await screen.findByText(text);
  const place = screen.getByRole('link', { name: '4, 1st Main, Bengaluru 560041' });
  expect(place.getAttribute('href')).toContain('12.9%2C77.6');
  await click('Approve Green Leaf');
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Approve' }));
  await screen.findByText('Approved. The applicant receives an email.');
  await screen.findByText('No applications are waiting.');
});

it('declines with a reason only, and says when another operator was first', async () => {
  const calls = await show({
    [OPEN]: () => answer([application]),
    'POST /api/operator/shop-applications/3/decline': () => errorResponse(409, 'status_not_allowed', 'x'),
  });
  await click('Decline Green Leaf');
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Decline' }));
  dialog.getByText('Please enter the reason.');
  await userEvent.type(dialog.getByLabelText('Reason'), ' No licence ');
  await userEvent.click(dialog.getByRole('button', { name: 'Decline' }));
  await dialog.findByText('This application has been decided or withdrawn in the meantime.');
  expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([{ reason: 'No licence' }]);
});

it('filters by state, with counts', async () => {
  await show({
    [OPEN]: () => answer([application]),
    'GET /api/operator/shop-applications?state=approved&limit=50': () =>
      answer([{ ...application, id: 2, state: 'approved', name: 'Old Mill' }]),
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Approved/ }));
  expect((await screen.findByRole('link', { name: 'Old Mill' })).getAttribute('href')).toBe(
    '/green-leaf/admin/settings',
  );
});

it('approves nothing whose web address a shop has got meanwhile', async () => {
  await show({ [OPEN]: () => answer([{ ...application, slug_free: false }]) });
  await screen.findByText('Another shop uses this web address.');
  expect(screen.getByRole('button', { name: 'Approve Green Leaf' }).hasAttribute('disabled')).toBe(true);
});

it('approves no application of a blocked account', async () => {
  const { applicant } = application;
  await show({ [OPEN]: () => answer([{ ...application, applicant: { ...applicant, blocked: true } }]) });
  await screen.findByText("The applicant's account is blocked. Unblock it before you approve, or decline.");
  expect(screen.getByRole('button', { name: 'Approve Green Leaf' }).hasAttribute('disabled')).toBe(true);
});
