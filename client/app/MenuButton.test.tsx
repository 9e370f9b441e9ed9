import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../test/render-screen.tsx';
import { stubServer } from '../test/stub-server.ts';
import { MenuButton } from './MenuButton.tsx';

vi.mock('./Menu.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});
afterEach(cleanup);

// Spec section 8, lazy loading: no part that does not arrive may take the screen along.
it('says that the menu did not arrive, and leaves the screen as it is', async () => {
  stubServer({});
  renderScreen(
    <>
      <MenuButton shopSlug="dairy" />
      <input aria-label="Email" />
    </>,
    { path: '*', at: '/dairy/login', hasToasts: true },
  );
  await userEvent.type(screen.getByLabelText('Email'), 'a@b.in');
  const button = screen.getByRole('button', { name: 'Open menu' });
  await userEvent.click(button);
  expect(await screen.findByText('This part of Haat could not be loaded')).toBeTruthy();
  expect(button.getAttribute('aria-expanded')).toBe('false');
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('a@b.in');
});
