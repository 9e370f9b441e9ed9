import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useText } from '../i18n/use-text.ts';
import { Button } from '../ui/Button.tsx';
import { Row, Stack } from '../ui/Card.tsx';
import { Page } from '../ui/Page.tsx';
import { operatorActivityQuery } from '../shared/activity/activity-query.ts';
import { ActivityList } from '../shared/activity/ActivityList.tsx';
import { NewShopForm } from './NewShopForm.tsx';
import { QueueDashboardLink } from './QueueDashboardLink.tsx';
import { ShopTable } from './ShopTable.tsx';
import styles from './Operator.module.css';

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
