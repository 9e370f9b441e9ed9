import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { ActivityList } from '../activity/ActivityList.tsx';
import { operatorActivityQuery } from '../activity/activity-query.ts';
import desk from '../desk/Desk.module.css';
import { useSession } from '../session/use-session.ts';
import { NewShopForm } from './NewShopForm.tsx';
import styles from './Operator.module.css';
import { OperatorShopList } from './OperatorShopList.tsx';
import { QueueBoardLink } from './QueueBoardLink.tsx';

/** As long as the server lets a search be. */
const LONGEST_SEARCH = 100;

/** All shops of the platform, for its operator: find, create, suspend and resume them. */
export function OperatorShopsScreen() {
  const t = useText();
  const { isOperator } = useSession();
  return (
    <Page title={t('operator.title')} narrow>
      {isOperator ? <OperatorShops /> : <Notice tone="error">{t('operator.denied')}</Notice>}
    </Page>
  );
}

function OperatorShops() {
  const t = useText();
  const [search, setSearch] = useState('');
  const [isCreating, setCreating] = useState(false);
  return (
    <div className={desk.stack}>
      <div className={styles.tools}>
        <SearchField label={t('operator.search')} value={search} onChange={setSearch} />
        {isCreating ? (
          <NewShopForm onClose={() => setCreating(false)} />
        ) : (
          <div className={desk.actions}>
            <Button onClick={() => setCreating(true)}>{t('operator.create')}</Button>
            <QueueBoardLink />
          </div>
        )}
      </div>
      <OperatorShopList search={useDeferredValue(search.trim().slice(0, LONGEST_SEARCH))} />
      <OperatorLog />
    </div>
  );
}

function OperatorLog() {
  const t = useText();
  const query = useInfiniteQuery(operatorActivityQuery);
  // Below the shops, which must not jump when it comes.
  if (!query.data?.length && !query.error) return null;
  return (
    <section className={styles.log} aria-label={t('operator.log')}>
      <h2>{t('operator.log')}</h2>
      <ActivityList {...query} />
    </section>
  );
}
