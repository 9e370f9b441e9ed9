import type { SharedDeviceView } from '@haat/contract/accounts/shared-devices.calls';
import { newOrderCount } from '@haat/machines/notify/notification-feed.machine';
import { useLayoutEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { useScriptLang } from '../../i18n/use-script-lang.ts';
import { CounterAlerts } from '../../office/orders/alerts/CounterAlerts.tsx';
import { FeedContext } from '../../office/orders/alerts/notification-feed.ts';
import looks from '../../ui/looks.module.css';
import { initialOf } from './PersonButton.tsx';
import { PinPad } from './PinPad.tsx';
import styles from './LockPanel.module.css';

type Person = SharedDeviceView['people'][number];

/**
 * Covers the screen of a locked shared device: its members, and the PIN pad of the selected one. New orders keep ringing, and
 * their numbers are shown.
 */
export function LockPanel({ people }: { people: readonly Person[] }) {
  const t = useText();
  const langOf = useScriptLang();
  const [chosen, setChosen] = useState<Person>();
  // Their PIN may have been removed meanwhile.
  const person = people.find(({ id }) => id === chosen?.id);
  const dialog = useRef<HTMLDialogElement>(null);
  // A layout effect, because only a dialog that is closed while it is in the page gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.panel}
      aria-labelledby="lock-title"
      onCancel={(event) => event.preventDefault()}
      // Some browsers still close it at the second Esc.
      onClose={({ currentTarget }) => currentTarget.isConnected && currentTarget.showModal()}
    >
      <CounterAlerts />
      <NewOrders />
      <div className={styles.middle}>
        {person ? (
          <PinPad key={person.id} person={person} onBack={() => setChosen(undefined)} />
        ) : (
          <>
            <h2 id="lock-title">{t('sharedDevice.who')}</h2>
            <p className={styles.hint}>{t(people.length > 0 ? 'sharedDevice.hint' : 'sharedDevice.nobody')}</p>
            <ul className={styles.people}>
              {people.map((each) => (
                <li key={each.id}>
                  <button type="button" className={styles.person} onClick={() => setChosen(each)}>
                    <span className={styles.initial} aria-hidden="true">
                      {initialOf(each.name)}
                    </span>
                    <span lang={langOf(each.name)}>{each.name}</span>
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </dialog>
  );
}

/** Unacknowledged orders. A member must enter their PIN before they can be acknowledged. */
function NewOrders() {
  const t = useText();
  const count = FeedContext.useSelector(({ context }) => newOrderCount(context));
  const numbers = FeedContext.useSelector(({ context: { notifications } }) =>
    notifications
      .slice(0, count)
      .map(({ order_number }) => order_number)
      .join(', '),
  );
  return (
    <div role="status" className={styles.orders} data-new-orders={count}>
      {count > 0 ? (
        <p>
          <strong>{t('notifications.newOrders', { count })}</strong> <span className={looks.anywhere}>{numbers}</span>
        </p>
      ) : null}
    </div>
  );
}
