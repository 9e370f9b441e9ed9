import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, cleanup, render, screen } from '@testing-library/react';
import { Suspense, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { activateEnglish } from '../i18n/language.ts';
import { lazyScreen } from '../lib/lazy.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';

function Broken(): ReactNode {
  throw new Error('The catalog fell down');
}

const show = (content: ReactNode, resetKey = 'here') => (
  <I18nProvider i18n={i18n}>
    <ErrorBoundary resetKey={resetKey}>
      <Suspense fallback={<p>loading</p>}>{content}</Suspense>
    </ErrorBoundary>
  </I18nProvider>
);

beforeEach(() => {
  activateEnglish();
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('says what to do about an error that a screen threw, and shows nobody its stack', () => {
  render(show(<Broken />));
  screen.getByRole('heading', { name: 'Unexpected Application Error!' });
  expect(screen.getByRole('alert').textContent).toBe(
    'Reload the page. If it happens again, tell us what you did before.',
  );
  screen.getByText('Error: The catalog fell down');
  expect(document.body.textContent).not.toMatch(/at Broken/);
});

it('renders the next screen after a navigation', () => {
  const { rerender } = render(show(<Broken />));
  rerender(show(<p>fine</p>, 'there'));
  screen.getByText('fine');
});

it('renders the start page after an error of the router itself', () => {
  let isBroken = true;
  const App = () => (isBroken ? <Broken /> : <p>fine</p>);
  render(
    <I18nProvider i18n={i18n}>
      <ErrorBoundary>
        <App />
      </ErrorBoundary>
    </I18nProvider>,
  );
  expect(screen.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe('#/');
  isBroken = false;
  act(() => void window.dispatchEvent(new Event('hashchange')));
  screen.getByText('fine');
});

it('fetches a screen again on Try again, and shows it', async () => {
  const load = vi.fn<() => Promise<{ Screen: () => ReactNode }>>(() =>
    Promise.reject(new TypeError('Failed to fetch')),
  );
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('No line')));
  const Screen = lazyScreen<'Screen'>(load, 'Screen');
  await act(async () => render(show(<Screen />)));
  screen.getByRole('heading', { name: 'This page could not be loaded' });
  screen.getByText('ChunkLoadError: Loading chunk Screen failed.');

  await act(async () => screen.getByRole('button', { name: 'Try again' }).click());
  expect(load).toHaveBeenCalledTimes(2);
  screen.getByRole('button', { name: 'Try again' });

  load.mockResolvedValue({ Screen: () => <p>arrived</p> });
  await act(async () => screen.getByRole('button', { name: 'Try again' }).click());
  screen.getByText('arrived');
});

it('fetches a screen again automatically when the connection is back', async () => {
  const load = vi.fn<() => Promise<{ Screen: () => ReactNode }>>(() =>
    Promise.reject(new TypeError('Failed to fetch')),
  );
  const Screen = lazyScreen<'Screen'>(load, 'Screen');
  await act(async () => render(show(<Screen />)));
  load.mockResolvedValue({ Screen: () => <p>arrived</p> });
  await act(async () => window.dispatchEvent(new Event('online')));
  screen.getByText('arrived');
});

it('gives up on a screen after 120000 ms', async () => {
  vi.useFakeTimers();
  const Screen = lazyScreen<'Screen'>(() => new Promise(() => {}), 'Screen');
  await act(async () => render(show(<Screen />)));
  await act(() => vi.advanceTimersByTimeAsync(119_999));
  screen.getByText('loading');
  await act(() => vi.advanceTimersByTimeAsync(1));
  screen.getByText(/ChunkLoadError/);
});

it('shows a screen by itself once the server responds again, with the technical message behind Details', async () => {
  vi.useFakeTimers();
  const load = vi.fn<() => Promise<{ Screen: () => ReactNode }>>(() => Promise.reject(new TypeError('fetch failed')));
  const server = vi.fn(() => Promise.reject(new TypeError('fetch failed')));
  vi.stubGlobal('fetch', server);
  const Screen = lazyScreen<'Screen'>(load, 'Screen');
  await act(async () => render(show(<Screen />)));
  expect(screen.getByText(/^ChunkLoadError/).closest('details')?.open).toBe(false);
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(load).toHaveBeenCalledTimes(1);

  vi.stubGlobal('fetch', () => Promise.resolve(new Response()));
  load.mockResolvedValue({ Screen: () => <p>arrived</p> });
  await act(() => vi.advanceTimersByTimeAsync(5000));
  screen.getByText('arrived');
});
