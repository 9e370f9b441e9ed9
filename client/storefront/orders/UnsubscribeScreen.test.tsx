import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { errorResponse, stubServer } from '../../test/stub-server.ts';
import { UnsubscribeScreen } from './NotificationScreens.tsx';

function show(answer: () => unknown) {
  const calls = stubServer({ 'POST /api/unsubscribe': answer });
  renderScreen(<UnsubscribeScreen />, {
    path: '/notifications/unsubscribe/:token',
    at: '/notifications/unsubscribe/7.order_status.signature',
  });
  return () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('asks first, then turns the mails off without logging in', async () => {
  const sent = show(() => ({ mails: 'order_status' }));
  await screen.findByText('Stop sending me emails about: Status changes of my orders?');
  expect(sent()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Turn off' }));
  await screen.findByText('Turned off. You will no longer receive emails about: Status changes of my orders.');
  expect(sent()).toEqual([{ token: '7.order_status.signature' }]);
  expect(screen.queryByRole('button', { name: 'Turn off' })).toBeNull();
});

it('says that a link is not valid, and leads to the profile', async () => {
  show(() => errorResponse(404, 'not_found', 'This link is not valid.'));
  await userEvent.click(await screen.findByRole('button', { name: 'Turn off' }));
  await screen.findByText('This link is not valid. Choose your messages in your profile.');
  expect(screen.getByRole('link', { name: 'Choose all messages' }).getAttribute('href')).toBe('/profile');
});
