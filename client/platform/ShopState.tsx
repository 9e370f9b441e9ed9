import type { OperatorShopView } from '@haat/contract/platform/operator-shops.calls';
import { useText } from '../i18n/use-text.ts';
import styles from './Operator.module.css';

const LOOKS = {
  open: styles.good,
  paused: styles.waiting,
  getting_ready: styles.waiting,
  not_responding: styles.bad,
  suspended: styles.bad,
};

type Props = Pick<OperatorShopView, 'status' | 'platform' | 'has_place'>;

/** The state of a shop in a word, and that it has no place. */
export function ShopState({ status, platform, has_place }: Props) {
  const t = useText();
  return (
    <>
      <span className={`${styles.chip} ${LOOKS[status]}`}>{t(`operator.status.${status}`)}</span>
      {platform || has_place ? null : (
        <>
          {' '}
          <span className={`${styles.chip} ${styles.bad}`} title={t('operator.placeMissing')}>
            {t('operator.noPlace')}
          </span>
        </>
      )}
    </>
  );
}
