import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { suggestProducts } from '@haat/contract/catalog/catalog.calls';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { activateEnglish } from '../../../i18n/language.ts';
import { SessionProvider } from '../../../shared/session/SessionProvider.tsx';
import { stubServer } from '../../../test/stub-server.ts';
import { useChosenProducts } from './use-chosen-products.ts';

const [TEA, SOAP] = ['8901030000010', '8901030000027'];

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('keeps what the last scan found when an earlier one is answered later', async () => {
  const tea = Promise.withResolvers<void>();
  const suggestions = `GET ${suggestProducts.path}?barcode=`;
  const calls = stubServer({
    [suggestions + TEA]: () => tea.promise.then(() => []),
    [suggestions + SOAP]: () => [],
  });
  activateEnglish();
  const { result } = renderHook(() => useChosenProducts(3), { wrapper: Providers });
  await act(async () => {
    const first = result.current.scan(TEA);
    await result.current.scan(SOAP);
    tea.resolve();
    await first;
  });
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toContain(suggestions + TEA);
  expect(result.current.lastScan?.code).toBe(SOAP);
});

const Providers = ({ children }: { children: ReactNode }) => (
  <I18nProvider i18n={i18n}>
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider>{children}</SessionProvider>
    </QueryClientProvider>
  </I18nProvider>
);
