import type { NotificationView } from '@haat/contract/notify/notifications.calls';
import { notificationFeedMachine } from '@haat/machines/notify/notification-feed.machine';
import { cleanup, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { fromPromise } from 'xstate';
import { renderScreen } from '../../../test/render-screen.tsx';
import { stubServer, tokenFor } from '../../../test/stub-server.ts';
import { NewOrdersBar } from './NewOrdersBar.tsx';
import { FeedContext } from './notification-feed.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

/** The bar while the server says that an order ends soon. */
function BarAtLastCall() {
  const feed = FeedContext.useActorRef();
  useEffect(() => feed.send({ type: 'call', orderId: 1 }), [feed]);
  return <NewOrdersBar />;
}

it('says on the board, too, that orders expire soon: their tickets may be out of view', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  localStorage.setItem('authToken', tokenFor({ sub: '7', role: 'vendor', shop_id: 3, shop_slug: 'dairy' }));
  stubServer({});
  const loading = fromPromise<NotificationView[]>(() => new Promise(() => {}));
  renderScreen(
    <FeedContext.Provider logic={notificationFeedMachine.provide({ actors: { loadNotifications: loading } })}>
      <BarAtLastCall />
    </FeedContext.Provider>,
    { path: '/dairy/shop-orders', at: '/dairy/shop-orders' },
  );
  const text = await screen.findByText('1 order expires soon');
  expect(text.classList.contains('visually-hidden')).toBe(false);
  expect(screen.getByRole('button', { name: 'Silence (1)' })).toBeTruthy();
});
