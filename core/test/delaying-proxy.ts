import { setTimeout as sleep } from 'node:timers/promises';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** The same server, `delay` ms further away in each direction. */
export const startDelayingProxy = (url: string, delay: number): Promise<TcpProxy> =>
  startTcpProxy(url, ({ near, far }) => {
    // Timers of one length fire in their order, so the bytes arrive in theirs.
    near.on('data', (chunk) => void sleep(delay).then(() => far.write(chunk)));
    far.on('data', (chunk) => void sleep(delay).then(() => near.write(chunk)));
  });
