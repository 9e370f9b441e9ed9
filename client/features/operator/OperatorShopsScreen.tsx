import { openQueueDashboard } from '@haat/contract/api/operator';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { call } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { useRefusalText } from '../../ui/use-error-text.ts';
import { operatorActivityQuery } from '../activity/activity-query.ts';
import { ActivityList } from '../activity/ActivityList.tsx';
import { NewShopForm } from './NewShopForm.tsx';
import { OperatorShopList } from './OperatorShopList.tsx';
import styles from './Operator.module.css';

/** The server's limit. */
const MAX_SEARCH_LENGTH = 100;

/** All shops of the platform: search, create, suspend and resume them. */
export function OperatorShopsScreen() {
  const t = useText();
  return (
    <Page title={t('operator.title')} narrow>
      <OperatorShops />
    </Page>
  );
}

function OperatorShops() {
  const t = useText();
  const [search, setSearch] = useState('');
  const [isCreating, setCreating] = useState(false);
  return (
    <Stack gap={5}>
      <Stack>
        <SearchField label={t('operator.search')} value={search} onChange={setSearch} />
        {isCreating ? (
          <NewShopForm onClose={() => setCreating(false)} />
        ) : (
          <Row align="stretch">
            <Button onClick={() => setCreating(true)}>{t('operator.create')}</Button>
            <QueueDashboardLink />
          </Row>
        )}
      </Stack>
      <OperatorShopList search={useDeferredValue(search.trim().slice(0, MAX_SEARCH_LENGTH))} />
      <OperatorLog />
    </Stack>
  );
}

function OperatorLog() {
  const t = useText();
  const query = useInfiniteQuery(operatorActivityQuery);
  // Rendered once it is loaded: it stands below the shops, so nothing shifts.
  if (!query.data?.length && !query.error) return null;
  return (
    <section className={styles.log} aria-label={t('operator.log')}>
      <h2>{t('operator.log')}</h2>
      <ActivityList {...query} />
    </section>
  );
}

/** Opens the queue dashboard, a page of its own, after the server has set its cookie. */
function QueueDashboardLink({ open = (path: string) => window.location.assign(path) }) {
  const t = useText();
  const textOf = useRefusalText('operator.queuesFailed');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(openQueueDashboard),
    onSuccess: ({ path }) => open(path),
  });
  const problem = textOf(error);
  return (
    <>
      <Button look="secondary" disabled={isPending} onClick={() => mutate()}>
        {t('operator.queues')}
      </Button>
      {problem && <Notice tone="error">{problem}</Notice>}
    </>
  );
}
