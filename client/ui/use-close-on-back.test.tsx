import { cleanup, renderHook } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useCloseOnBack } from './use-close-on-back.ts';

const WITHIN = { timeout: 15_000 };

const ROUTER_STATE = { idx: 3, key: 'here' };

beforeEach(() => history.pushState(ROUTER_STATE, '', '#/nandi-vegetables/products'));
afterEach(cleanup);

const open = (isWanted = true) => {
  const onClose = vi.fn();
  const shown = renderHook(() => useCloseOnBack(onClose, isWanted), { wrapper: StrictMode });
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

it('takes its entry away when it is closed otherwise', async () => {
  const { onClose, unmount } = open();
  await vi.waitFor(() => expect(isOnOverlay()).toBe(true), WITHIN);
  unmount();
  await vi.waitFor(() => expect(history.state).toEqual(ROUTER_STATE), WITHIN);
  expect(onClose).not.toHaveBeenCalled();
});

it('leaves the page alone that a link out of it has opened', async () => {
  const { unmount } = open();
  await vi.waitFor(() => expect(isOnOverlay()).toBe(true), WITHIN);
  history.replaceState({ idx: 3, key: 'there' }, '', '#/help');
  const back = vi.spyOn(history, 'back');
  unmount();
  expect(back).not.toHaveBeenCalled();
  expect(location.hash).toBe('#/help');
});

it('has no entry where none is wanted', async () => {
  const push = vi.spyOn(history, 'pushState');
  open(false);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(push).not.toHaveBeenCalled();
});
