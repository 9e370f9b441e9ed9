import { cleanup, renderHook } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useCloseOnBack } from './Dialog.tsx';

const WITHIN = { timeout: 15_000 };

const ROUTER_STATE = { idx: 3, key: 'here' };

beforeEach(() => history.pushState(ROUTER_STATE, '', '#/nandi-vegetables/products'));
afterEach(cleanup);

const open = (isEnabled = true) => {
  const onClose = vi.fn();
  const shown = renderHook(() => useCloseOnBack(onClose, isEnabled), { wrapper: StrictMode });
  return { onClose, ...shown };
};
const isOnOverlay = () => (history.state as { isOverlay?: boolean }).isOverlay === true;

it('closes on Back and stays on the page', async () => {
  const { onClose } = open();
  await vi.waitFor(() => expect(history.state).toEqual({ ...ROUTER_STATE, isOverlay: true }), WITHIN);
  expect(onClose).not.toHaveBeenCalled();
  history.back();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce(), WITHIN);
  expect(history.state).toEqual(ROUTER_STATE);
  expect(location.hash).toBe('#/nandi-vegetables/products');
});

it('removes its history entry when it is closed otherwise', async () => {
  const { onClose, unmount } = open();
  await vi.waitFor(() => expect(isOnOverlay()).toBe(true), WITHIN);
  unmount();
  await vi.waitFor(() => expect(history.state).toEqual(ROUTER_STATE), WITHIN);
  expect(onClose).not.toHaveBeenCalled();
});

it('stays open when one above it is closed otherwise, and closes on the next Back', async () => {
  const below = open();
  await vi.waitFor(() => expect(isOnOverlay()).toBe(true), WITHIN);
  const above = open();
  await vi.waitFor(() => expect(history.length).toBeGreaterThan(1), WITHIN);
  await new Promise((resolve) => setTimeout(resolve, 20));
  const popped = vi.fn();
  window.addEventListener('popstate', popped, { once: true });
  above.unmount();
  await vi.waitFor(() => expect(popped).toHaveBeenCalledOnce(), WITHIN);
  expect(below.onClose).not.toHaveBeenCalled();
  history.back();
  await vi.waitFor(() => expect(below.onClose).toHaveBeenCalledOnce(), WITHIN);
});

it('does not go back from a page that one of its links opened', async () => {
  const { unmount } = open();
  await vi.waitFor(() => expect(isOnOverlay()).toBe(true), WITHIN);
  history.replaceState({ idx: 3, key: 'there' }, '', '#/help');
  const back = vi.spyOn(history, 'back');
  unmount();
  expect(back).not.toHaveBeenCalled();
  expect(location.hash).toBe('#/help');
});

it('adds no history entry where it is disabled', async () => {
  const push = vi.spyOn(history, 'pushState');
  open(false);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(push).not.toHaveBeenCalled();
});
