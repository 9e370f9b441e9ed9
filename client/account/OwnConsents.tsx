import { giveConsent, listConsents } from '@haat/contract/accounts/users.calls';
import { CONSENT_VERSION, type ConsentPurpose, NECESSARY_PURPOSES } from '@haat/contract/accounts/consent';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useText } from '../i18n/use-text.ts';
import { useTimeText } from '../i18n/use-time-text.ts';
import { call } from '../lib/api.ts';
import { QUERY_KEYS } from '../lib/queries.ts';
import { Button } from '../ui/Button.tsx';
import { Card, Row } from '../ui/Card.tsx';
import { LoadFailure } from '../ui/EmptyState.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Switch } from '../ui/Switch.tsx';
import { useRefusalText } from '../ui/use-error-text.ts';
import styles from './ProfileScreen.module.css';

const consentsQuery = queryOptions({
  queryKey: QUERY_KEYS.consents,
  queryFn: ({ signal }) => call(listConsents, { signal }),
});

/** The user's consents, their dates, and how to withdraw them. */
export function OwnConsents() {
  const t = useText();
  const { moment } = useTimeText();
  const queries = useQueryClient();
  const { data: consents, error, refetch } = useQuery(consentsQuery);
  const saving = useMutation({
    mutationFn: (purposes: ConsentPurpose[]) => call(giveConsent, { body: { purposes } }),
    onSuccess: () => queries.invalidateQueries(consentsQuery),
  });
  const refusal = useRefusalText('account.failed')(saving.error);
  const [current] = consents ?? [];
  // A change shows immediately.
  const chosen = saving.isPending ? saving.variables : current?.purposes;
  const hasOffers = chosen?.includes('offers') ?? false;
  return (
    <Card as="section" isRoomy className={styles.section} aria-labelledby="own-consents">
      <h2 id="own-consents">{t('account.consentTitle')}</h2>
      {error ? <LoadFailure text={t('account.loadFailed')} onRetry={() => void refetch()} /> : null}
      {consents || error ? null : <Skeleton height="120px" radius="var(--radius-control)" />}
      {consents && !current ? <p>{t('account.consentNone')}</p> : null}
      {current ? <p>{t('account.consentGiven', { time: moment(current.at), version: current.version })}</p> : null}
      {consents && current?.version !== CONSENT_VERSION ? (
        <Row>
          <Button
            look="secondary"
            disabled={saving.isPending}
            onClick={() => saving.mutate(hasOffers ? [...NECESSARY_PURPOSES, 'offers'] : [...NECESSARY_PURPOSES])}
          >
            {t('account.consentAgree')}
          </Button>
          <Link to="/consent">{t('consent.title')}</Link>
        </Row>
      ) : null}
      {current ? (
        <>
          <Switch
            label={t('account.consentOffers')}
            checked={hasOffers}
            disabled={saving.isPending}
            onSwitch={(isOn) => saving.mutate(isOn ? [...NECESSARY_PURPOSES, 'offers'] : [...NECESSARY_PURPOSES])}
          />
          <p>{t('account.consentWithdraw')}</p>
        </>
      ) : null}
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
    </Card>
  );
}
