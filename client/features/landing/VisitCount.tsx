import { groupDigits } from '@haat/contract/rules/rupees';
import { useText } from '../../i18n/use-text.ts';
import styles from './VisitCount.module.css';
import { useVisits } from './use-visits.ts';

/** How many came, once that is known. By itself, so that the number does not draw all shops again. Spec section 2. */
export function VisitCount() {
  const t = useText();
  const visits = useVisits();
  if (visits === undefined) return <p className={styles.visits} />;
  return <p className={styles.visits}>{t('landing.visits', { count: visits, shown: groupDigits(`${visits}`) })}</p>;
}
