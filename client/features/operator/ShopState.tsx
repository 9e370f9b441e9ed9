import type { OperatorShopView } from '@haat/contract/api/operator-shops';
import { useText } from '../../i18n/use-text.ts';
import styles from '../operator-table/OperatorTable.module.css';

const LOOKS = {
  open: styles.good,
  paused: styles.waiting,
  getting_ready: styles.waiting,
  not_responding: styles.bad,
  suspended: styles.bad,
};

/** The state of a shop in a word. */
export function ShopState({ status }: Pick<OperatorShopView, 'status'>) {
  const t = useText();
  return <span className={`${styles.chip} ${LOOKS[status]}`}>{t(`operator.status.${status}`)}</span>;
}
