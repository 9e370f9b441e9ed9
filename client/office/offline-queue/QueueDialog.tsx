import type { QueuedAction, Refusal } from '@haat/machines/orders/offline-queue.machine';
import { useSyncExternalStore } from 'react';
import type { ShopProduct } from '@haat/contract/catalog/products.calls';
import { formatRupees } from '@haat/contract/rupees';
import { type Text, useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';
import { isOfOther, NOBODY, sendAs } from '../../lib/offline-queue/changes-of-members.ts';
import { dropAction, onQueueChange, queueState, repeatAction, sendNow } from '../../lib/offline-queue/offline-queue.ts';
import { useMinute } from '../../lib/use-minute.ts';
import { Row } from '../../ui/Card.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useSession } from '../../shared/session/SessionProvider.tsx';
import { useSharedDevice } from '../../shared/session/shared-device.ts';
import { serverText } from '../../i18n/language.ts';
import { orderStatusTextId } from '../../i18n/order-status-text.ts';
import { statusMeanwhile } from '../../lib/offline-queue/queued-calls.ts';
import styles from './OfflineQueue.module.css';

/** The changes that wait for a connection or were refused by the server, with a choice for each. */
export function QueueDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const { actions, status } = useSyncExternalStore(onQueueChange, queueState);
  return (
    <Dialog shape="sheet" label={t('queue.title')} onClose={onClose}>
      <h2>{t('queue.title')}</h2>
      <p className={styles.hint}>{t(actions.length > 0 ? 'queue.hint' : 'queue.none')}</p>
      <ol className={styles.list}>
        {actions.map((action) => (
          <li key={action.id} className={styles.action}>
            <QueuedChange action={action} />
          </li>
        ))}
      </ol>
      <Row justify="end">
        {status === 'waiting' ? (
          <Button look="secondary" onClick={sendNow}>
            {t('queue.sendNow')}
          </Button>
        ) : null}
        <Button onClick={onClose}>{t('common.close')}</Button>
      </Row>
    </Dialog>
  );
}

function QueuedChange({ action }: { action: QueuedAction }) {
  const t = useText();
  const now = useMinute();
  const { momentAfter } = useTimeText();
  const { refusal, label, at } = action;
  const time = momentAfter(at, now.toISOString());
  return (
    <>
      <p>
        <strong>{label}</strong>
        <span className={styles.time}>{t('queue.madeAt', { time })}</span>
      </p>
      {refusal && isOfOther(action) ? <OfOther action={action} /> : null}
      {refusal && !isOfOther(action) ? <Choice action={{ ...action, refusal }} /> : null}
    </>
  );
}

/** A change of a member who is not working on this device: it waits for them, or the present member sends it. */
function OfOther({ action }: { action: QueuedAction }) {
  const t = useText();
  const { id, label, actor } = action;
  const { userId = 0, user, email } = useSession();
  const device = useSharedDevice();
  const madeBy = useMaker(actor);
  // On a device that no longer asks for a PIN, the account itself acts.
  const present = device ? device.person : { id: userId, name: user?.name ?? email ?? '' };
  return (
    <>
      <p className={styles.meanwhile}>{madeBy}</p>
      <Row gap={2}>
        {present ? (
          <Button
            look="secondary"
            aria-label={`${t('queue.sendAs', { name: present.name })}: ${label}`}
            onClick={() => sendAs(action, { id: present.id, name: present.name })}
          >
            {t('queue.sendAs', { name: present.name })}
          </Button>
        ) : null}
        <Button look="secondary" aria-label={`${t('queue.drop')}: ${label}`} onClick={() => dropAction(id)}>
          {t('queue.drop')}
        </Button>
      </Row>
    </>
  );
}

function useMaker(actor: QueuedAction['actor']): string {
  const t = useText();
  if (!actor) return t('queue.ofAccount');
  return actor.id === NOBODY.id ? t('queue.ofNobody') : t('queue.ofOther', { name: actor.name });
}

/** What happened meanwhile, and what to do about it. */
function Choice({ action }: { action: QueuedAction & { refusal: Refusal } }) {
  const t = useText();
  const { id, label } = action;
  const { meanwhile, mine } = conflictOf(action, t);
  const hasBoth = mine !== undefined;
  return (
    <>
      <p className={styles.meanwhile}>{meanwhile}</p>
      <Row gap={2}>
        <Button
          look="secondary"
          aria-label={`${t(hasBoth ? 'queue.keepMine' : 'common.tryAgain')}: ${label}`}
          onClick={() => repeatAction(id, mine)}
        >
          {t(hasBoth ? 'queue.keepMine' : 'common.tryAgain')}
        </Button>
        <Button
          look="secondary"
          aria-label={`${t(hasBoth ? 'queue.takeTheirs' : 'queue.drop')}: ${label}`}
          onClick={() => dropAction(id)}
        >
          {t(hasBoth ? 'queue.takeTheirs' : 'queue.drop')}
        </Button>
      </Row>
    </>
  );
}

/** `meanwhile`: what happened since the change was made. `mine`: the body that replaces it; missing where nothing replaces it. */
type Conflict = { meanwhile: string; mine?: unknown };

/** The conflict of a change that the server refused, in words. */
function conflictOf(action: QueuedAction & { refusal: Refusal }, t: Text): Conflict {
  const { refusal, params, body } = action;
  const { code, text } = refusal.reason;
  const variant = currentVariant(refusal.body, Number(params?.id));
  const mine = body as object;
  // Of many products, only that they have changed is known; `mine` applies to what they are now.
  if (action.call === 'changeProducts' && (code === 'edit_conflict' || code === 'stock_changed'))
    return {
      meanwhile: t(code === 'edit_conflict' ? 'queue.pricesChanged' : 'queue.stocksChanged'),
      mine: { ...mine, version: undefined },
    };
  if (code === 'edit_conflict' && variant)
    return {
      meanwhile: t('queue.priceNow', { price: formatRupees(variant.price) }),
      mine: { ...mine, seen: variant.price },
    };
  if (code === 'stock_changed' && variant)
    return { meanwhile: t('queue.stockNow', { stock: variant.stock }), mine: { ...mine, seen: variant.stock } };
  const status = statusMeanwhile(refusal.body);
  if (status) return { meanwhile: t('queue.statusNow', { status: t(orderStatusTextId(status)) }) };
  if (code === 'not_found') return { meanwhile: t('queue.gone') };
  return {
    meanwhile: text === undefined || code === 'internal' ? t('queue.refused') : serverText('queue.refused', text),
  };
}

function currentVariant(body: unknown, id: number): ShopProduct['variants'][number] | undefined {
  const { current } = (body ?? {}) as { current?: ShopProduct };
  return current?.variants?.find((variant) => variant.id === id);
}
