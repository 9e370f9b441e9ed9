import type { SetupView } from '@haat/contract/shops/setup.calls';
import { isRequired, SETUP_STEPS, type SetupState, type SetupStep } from '@haat/contract/shops/setup-steps';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { errorResponse, stubServer } from '../../test/stub-server.ts';
import { SetupList } from './SetupList.tsx';

afterEach(cleanup);

function setupWith(states: Partial<Record<SetupStep, SetupState>>, more: Partial<SetupView> = {}): SetupView {
  const steps = SETUP_STEPS.map((id) => ({ id, state: states[id] ?? ('open' as const), required: isRequired(id) }));
  return { steps, products: 0, online_payment: false, test_order: null, closed: false, ...more };
}

function show(setup: SetupView, routes: Parameters<typeof stubServer>[0] = {}) {
  const calls = stubServer(routes);
  renderScreen(<SetupList shopId={3} slug="malnad-dairy" canClose setup={setup} />, { path: '/', at: '/' });
  return calls;
}

const stepOf = (name: string) => screen.getByRole('link', { name }).closest('li')!;

it('says what is done and leads to the field or screen of each step', () => {
  show(setupWith({ place: 'done', hours: 'done', poster: 'skipped' }));
  expect(screen.getByText('3 of 8 done')).toBeTruthy();
  expect(within(stepOf('Put the shop on the map')).getByText('Done')).toBeTruthy();
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/malnad-dairy/admin/settings?field=pin_code',
    '/malnad-dairy/admin/settings?field=open_time',
    '/malnad-dairy/admin/settings?field=phone',
    '/malnad-dairy/admin/settings?field=picture',
    '/malnad-dairy/admin/known-products',
    '/malnad-dairy/admin/settings?field=upi_vpa',
    '/malnad-dairy/poster',
    '/malnad-dairy/products',
  ]);
});

it('asks the hours before the first product, or that the shop is open day and night', async () => {
  const calls = show(setupWith({}), {
    'PUT /api/shops/3/setup/steps/hours': () => setupWith({ hours: 'skipped' }),
  });
  const products = () => screen.getByRole('link', { name: 'First products' });
  expect(products().getAttribute('href')).toBe('/malnad-dairy/admin/settings?field=open_time');
  screen.getByText(/Choose your opening hours first/);
  await userEvent.click(screen.getByRole('button', { name: 'Open day and night: Opening hours' }));
  expect(calls.map(({ body }) => body)).toEqual([{ state: 'skipped' }]);
  cleanup();
  show(setupWith({ hours: 'skipped' }));
  expect(products().getAttribute('href')).toBe('/malnad-dairy/admin/known-products');
});

it('skips only optional steps, and takes it back', async () => {
  const calls = show(setupWith({ poster: 'skipped' }), {
    'PUT /api/shops/3/setup/steps/picture': () => setupWith({ picture: 'skipped' }),
    'PUT /api/shops/3/setup/steps/poster': () => setupWith({}),
  });
  expect(screen.queryByRole('button', { name: 'Not needed: Phone number' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Not needed: Picture of the shop' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Do it after all: Poster with the QR code' }));
  expect(calls.map(({ body }) => body)).toEqual([{ state: 'skipped' }, { state: 'open' }]);
});

it('leads to the open test order, and says that it has to be declined', () => {
  show(setupWith({}, { test_order: { id: 7, orderNumber: 'H000007', open: true } }));
  expect(screen.getByRole('link', { name: 'Try an order' }).getAttribute('href')).toBe('/malnad-dairy/shop-orders');
  expect(screen.getByText(/H000007 has arrived\. Decline it/)).toBeTruthy();
});

it('can be closed only when all that is required is done, and says when that failed', async () => {
  show(setupWith({ place: 'done', phone: 'done' }));
  expect(screen.queryByRole('button', { name: 'Close this list' })).toBeNull();
  cleanup();
  show(setupWith({ place: 'done', hours: 'skipped', phone: 'done', products: 'done' }), {
    'POST /api/shops/3/setup/close': () => errorResponse(500, 'internal', 'Something went wrong'),
  });
  await userEvent.click(screen.getByRole('button', { name: 'Close this list' }));
  expect(await screen.findByRole('alert')).toBeTruthy();
});
