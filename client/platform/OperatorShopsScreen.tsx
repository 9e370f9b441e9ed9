import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { openQueueDashboard } from '@haat/contract/platform/operator.calls';
import { useText } from '../i18n/use-text.ts';
import { Button } from '../ui/Button.tsx';
import { Row, Stack } from '../ui/Card.tsx';
import { Page } from '../ui/Page.tsx';
import { operatorActivityQuery } from '../shared/activity/activity-query.ts';
import { ActivityList } from '../shared/activity/ActivityList.tsx';
import { NewShopForm } from './NewShopForm.tsx';
import { ShopTable } from './ShopTable.tsx';
import styles from './Operator.module.css';
import { call } from '../lib/api.ts';
import { Notice } from '../ui/Notice.tsx';
import { useRefusalText } from '../ui/use-error-text.ts';

/** All shops of the platform: find and create them, and what operators did. */
export function OperatorShopsScreen() {
  const t = useText();
  return (
    <Page title={t('operator.title')}>
      <OperatorShops />
    </Page>
  );
}

function OperatorShops() {
  const t = useText();
  const [, setParams] = useSearchParams();
  const [isCreating, setCreating] = useState(false);
  const [createdId, setCreatedId] = useState<number>();
  const showCreated = (id: number) => {
    setCreating(false);
    setCreatedId(id);
    // Without filters and newest first: it is in the list.
    setParams({}, { replace: true });
  };
  return (
    <Stack gap={5}>
      {isCreating ? (
        <NewShopForm onCreated={showCreated} onClose={() => setCreating(false)} />
      ) : (
        <Row align="stretch">
          <Button onClick={() => setCreating(true)}>{t('operator.create')}</Button>
          <QueueDashboardLink />
        </Row>
      )}
      <ShopTable focusId={createdId} />
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

/** Opens the queue dashboard in its own tab, after the server has set its cookie. */
function QueueDashboardLink() {
  const t = useText();
  const textOf = useRefusalText('operator.queuesFailed');
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (tab: Window | null) => {
      try {
        const { path } = await call(openQueueDashboard);
        // Here, where the browser opens no tabs.
        (tab ?? window).location.assign(path);
      } catch (reason) {
        tab?.close();
        throw reason;
      }
    },
  });
  const problem = textOf(error);
  return (
    <>
      <Button
        look="secondary"
        disabled={isPending}
        // A browser opens a tab during the click only, not once the server has answered.
        onClick={() => mutate(window.open('', '_blank'))}
      >
        {t('operator.queues')}
      </Button>
      {problem && <Notice tone="error">{problem}</Notice>}
    </>
  );
}
