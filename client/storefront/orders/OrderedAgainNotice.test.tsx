import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { stubServer } from '../../test/stub-server.ts';
import { OrderedAgainNotice } from './OrderedAgainNotice.tsx';

const remarks = [
  { about: 'price', name: 'Ghee', was: 120, now: 125 },
  { about: 'fewer', name: 'Ghee', quantity: 2, requested: 5 },
  { about: 'gone', name: 'Curd' },
];

function show(state?: object) {
  stubServer({});
  renderScreen(<OrderedAgainNotice />, { path: '/:shopSlug/order', at: '/dairy/order', state });
}

afterEach(cleanup);

it('shows the differences to the earlier order until they are dismissed', async () => {
  show({ remarks });
  await screen.findByText('Ghee: ₹125.00 instead of ₹120.00');
  expect(screen.getByText('Ghee: only 2 of 5 could be added')).toBeTruthy();
  expect(screen.getByText('Curd: no longer sold')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  expect(screen.queryByText('Curd: no longer sold')).toBeNull();
});

it('shows nothing for a cart that was filled by hand', () => {
  show();
  expect(screen.queryByRole('status')).toBeNull();
});
