import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { toast } from 'react-toastify/unstyled';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../test/render-screen.tsx';
import { stubServer } from '../test/stub-server.ts';
import { showText } from './toasts.tsx';

const show = () => {
  stubServer({});
  renderScreen(<p>screen</p>, { path: '*', at: '/', hasToasts: true });
};

afterEach(() => {
  act(() => toast.dismiss());
  cleanup();
  vi.doUnmock('../ui/ToastStack.tsx');
  vi.restoreAllMocks();
});

// Toasts close after 3000 ms. Errors stay longer, and show on the screen, too.
it.each([
  ['success', '3000ms'],
  ['info', '3000ms'],
  ['error', '8000ms'],
] as const)('shows a toast of %s at the top right, and closes it after %s', async (tone, time) => {
  show();
  await act(() => showText(tone, `A toast of ${tone}`));
  const shown = (await screen.findByText(`A toast of ${tone}`)).closest('.Toastify__toast');
  expect(shown?.closest('.Toastify__toast-container--top-right')).not.toBeNull();
  // The library closes a toast when this bar has run.
  const bar = shown?.querySelector<HTMLElement>('[role=progressbar]');
  expect(bar?.style.animationDuration).toBe(time);
});

it('shows two at once, and the next when one has closed', async () => {
  show();
  await act(async () => {
    await Promise.all(['First', 'Second', 'Third'].map((text) => showText('info', text)));
  });
  await screen.findByText('Second');
  expect(screen.queryByText('Third')).toBeNull();
  const [first] = [...document.querySelectorAll('.Toastify__toast')].filter(
    ({ textContent }) => textContent === 'First',
  );
  act(() => toast.dismiss('info:First'));
  await act(() => Promise.resolve(first && fireEvent.animationEnd(first)));
  await screen.findByText('Third');
  expect(document.querySelectorAll('.Toastify__toast').length).toBeLessThanOrEqual(2);
});

it('does not break the screen where toasts cannot be loaded, and logs it', async () => {
  vi.resetModules();
  vi.doMock('./ToastStack.tsx', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const fresh = await import('./toasts.tsx');
  await fresh.showText('error', 'Nobody sees this');
  expect(fresh.toastStack()).toBeUndefined();
  expect(log.mock.calls[0]?.[0]).toBe('Error loading toasts');
});
