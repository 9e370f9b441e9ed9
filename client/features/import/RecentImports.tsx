import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../lib/use-time-text.ts';
import { importsQuery } from './import-query.ts';
import { stateText } from './state-text.ts';
import screen from './ImportScreen.module.css';
import styles from './RecentImports.module.css';

/** The last imports; each can be looked at again. */
export function RecentImports({ shopId }: { shopId: number }) {
  const t = useText();
  const { moment } = useTimeText();
  const { data } = useQuery(importsQuery(shopId));
  if (!data || data.length === 0) return null;
  return (
    <section className={screen.card}>
      <h2>{t('import.recent')}</h2>
      <ul className={styles.list}>
        {data.map((each) => (
          <li key={each.id} className={styles.item}>
            <Link className={styles.name} to={`?run=${each.id}`}>
              {each.file_name}
            </Link>
            <span>{t(stateText(each))}</span>
            <span className={styles.when}>{moment(each.created_at)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
