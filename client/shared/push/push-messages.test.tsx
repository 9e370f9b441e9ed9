import { act, cleanup, screen } from '@testing-library/react';
import { toast } from 'react-toastify/unstyled';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { stubServer } from '../../test/stub-server.ts';
import { listenToWorker } from './push-messages.ts';

const message = {
  id: 'user:7#41',
  kind: 'order.status',
  title: 'Order H000004',
  body: 'Accepted by Malnad Dairy',
  tag: 'order-4',
  path: '/dairy/order-history',
};

const worker = new EventTarget();
let ended: AbortController;

function arrive(data: object): MessagePort {
  const port = { postMessage: vi.fn() } as unknown as MessagePort;
  worker.dispatchEvent(Object.assign(new Event('message'), { data, ports: [port] }));
  return port;
}

afterEach(() => {
  ended.abort();
  act(() => toast.dismiss());
  cleanup();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  vi.unstubAllGlobals();
});

it('shows a foreground push message as an info toast, once, and confirms it to the worker', async () => {
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });
  stubServer({});
  renderScreen(<p>screen</p>, { path: '*', at: '/', hasToasts: true });
  ended = new AbortController();
  listenToWorker(ended.signal);
  const ports = [arrive({ type: 'push.arrived', message }), arrive({ type: 'push.arrived', message })];
  const shown = (await screen.findByText('Order H000004: Accepted by Malnad Dairy')).closest('.Toastify__toast');
  expect(shown?.className).toContain('Toastify__toast--info');
  expect(shown?.closest('.Toastify__toast-container--top-right')).not.toBeNull();
  expect(screen.getAllByText(/Accepted by/)).toHaveLength(1);
  for (const port of ports) expect(port.postMessage).toHaveBeenCalledExactlyOnceWith('received');
});

it('does not answer an unknown message, nor any once it has ended', () => {
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });
  ended = new AbortController();
  listenToWorker(ended.signal);
  expect(arrive({ type: 'push.arrived', message: { title: 5 } }).postMessage).not.toHaveBeenCalled();
  ended.abort();
  expect(arrive({ type: 'push.arrived', message }).postMessage).not.toHaveBeenCalled();
});
