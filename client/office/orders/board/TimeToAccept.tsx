import type { OrderView } from '@haat/contract/orders/orders.calls';
import { acceptanceOf, acceptanceStage } from '@haat/contract/orders/acceptance';
import { useEffect, useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { countdownText } from '../../../shared/orders/countdown.ts';
import styles from './OrderTicket.module.css';

const SECOND = 1_000;
const MINUTE = 60_000;

type Props = { order: Pick<OrderView, 'accept_by' | 'unanswered_from'> };

/** How long the shop can still accept a new order, `4:10 left`, from half of that time on. */
export function TimeToAccept({ order }: Props) {
  const t = useText();
  const acceptance = acceptanceOf(order);
  const [now, setNow] = useState(serverNow);
  const stage = acceptance ? acceptanceStage(acceptance, now) : 'early';
  const next = acceptance && (stage === 'early' ? acceptance.halfOver : stage === 'over' ? undefined : now + SECOND);

  useEffect(() => {
    if (next === undefined) return undefined;
    // A device may sleep meanwhile, and its clock be set.
    const timer = setTimeout(() => setNow(serverNow()), Math.min(MINUTE, Math.max(0, next - serverNow())));
    return () => clearTimeout(timer);
  }, [next, now]);

  if (!acceptance || stage === 'early') return null;
  const seconds = Math.max(0, Math.ceil((acceptance.acceptBy - now) / SECOND));
  return (
    <strong className={`${styles.left} ${stage === 'counting' ? styles.waiting : styles.late}`}>
      <span className={styles.word} role="timer">
        {stage === 'over' ? t('shopOrders.timeOver') : t('shopOrders.timeLeft', { time: countdownText(seconds) })}
      </span>
    </strong>
  );
}
