import { addItem, EMPTY_BASKET } from '@haat/machines/orders/basket';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { sampleCounterItem } from '../../test/samples.ts';
import { useCounter } from './use-counter.ts';

const item = sampleCounterItem();
const KEY = 'counterSale_3';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

it('keeps what another tab has parked and is storing when this one goes on', () => {
  const queries = new QueryClient();
  const { result } = renderHook(() => useCounter(3), {
    wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
  });
  const parked = [addItem(EMPTY_BASKET, { item, quantity: 2 })];
  const request = {
    key: 'a',
    basket: addItem(EMPTY_BASKET, { item, quantity: 1 }),
    payment: 'cod',
    sellsAnyway: false,
  };
  const stored = JSON.stringify({ basket: EMPTY_BASKET, parked, request, isStoring: true });
  localStorage.setItem(KEY, stored);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: KEY })));
  expect(result.current.getSnapshot().context.parked).toEqual(parked);
  expect(localStorage.getItem(KEY)).toBe(stored);
  act(() => result.current.send({ type: 'added', item, quantity: 1 }));
  expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toMatchObject({ basket: { lines: [{ quantity: 1 }] }, parked });
});
