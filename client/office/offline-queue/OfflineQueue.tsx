import { listShopProducts } from '@haat/contract/catalog/products.calls';
import { SHOP_ORDER_PATHS } from '@haat/contract/changes';
import { getStats } from '@haat/contract/money/reports.calls';
import { isRefused } from '@haat/machines/orders/offline-queue.machine';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { textOf } from '../../i18n/language.ts';
import { useText } from '../../i18n/use-text.ts';
import { reload } from '../../lib/reload.ts';
import { onQueueChange, onQueuedSent, openQueue, queueState } from '../../lib/offline-queue/offline-queue.ts';
import { takeSales } from '../../lib/offline-queue/queue-storage.ts';
import { Row } from '../../ui/Card.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Button } from '../../ui/Button.tsx';
import { showText } from '../../ui/toasts.tsx';
import { showQueued } from './show-queued.ts';
import styles from './OfflineQueue.module.css';

const QueueDialog = lazyDialog(() => import('./QueueDialog.tsx'), 'QueueDialog');

/** `sells`: whether the member may sell, and answers for sales that others have made on this device. */
type Props = { userId: number; shopId: number; sells: boolean };

/** Sends what a member changed without a connection, and shows on every screen of the back office what still waits. */
export function OfflineQueue({ userId, shopId, sells }: Props) {
  const t = useText();
  const { actions, status } = useSyncExternalStore(onQueueChange, queueState);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (sells) takeSales({ userId, shopId });
    return openQueue({ userId, shopId });
  }, [userId, shopId, sells]);
  useSentChanges();
  const queries = useQueryClient();
  useEffect(() => showQueued(queries, actions), [queries, actions]);
  useEffect(() => void QueueDialog.preload().catch(() => {}), []);

  const refused = actions.filter(isRefused).length;
  const waiting = actions.length - refused;
  const isShown = refused > 0 || (waiting > 0 && status === 'waiting');
  return (
    <>
      <div aria-live="polite" className={styles.place}>
        {isShown ? (
          <Row
            as="p"
            gap={4}
            rowGap={2}
            justify="between"
            className={`${styles.bar} ${refused > 0 ? styles.refused : ''}`}
            data-waiting-changes={actions.length}
          >
            <span>
              {refused > 0 ? t('queue.toDecide', { count: refused }) : t('queue.waiting', { count: waiting })}
            </span>
            <Button look="secondary" onClick={() => setOpen(true)}>
              {t(refused > 0 ? 'queue.decide' : 'queue.show')}
            </Button>
          </Row>
        ) : null}
      </div>
      {isOpen ? <QueueDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** Reloads the lists after changes were sent; shows their number once the queue is empty. */
function useSentChanges(): void {
  const queries = useQueryClient();
  useEffect(() => {
    let sent = 0;
    const stopSent = onQueuedSent(() => {
      sent += 1;
    });
    const stopChange = onQueueChange(() => {
      const { status } = queueState();
      if (sent === 0 || status === 'sending') return;
      if (status === 'idle') void showText('success', textOf('queue.sent', { count: sent }));
      sent = 0;
      void reload(queries, CHANGED);
      // Not the product that a form is open for: it goes on with what it began with.
      void queries.invalidateQueries({ queryKey: [listShopProducts.path] });
    });
    return () => {
      stopSent();
      stopChange();
    };
  }, [queries]);
}

const CHANGED = [...SHOP_ORDER_PATHS, getStats.path];
