import { giveConsent, listConsents } from '@haat/contract/accounts/users.calls';
import { CONSENT_VERSION, type ConsentPurpose, NECESSARY_PURPOSES } from '@haat/contract/accounts/consent';
import { Link } from 'react-router-dom';
import { useText } from '../i18n/use-text.ts';
import { useTimeText } from '../i18n/use-time-text.ts';
import { useCall } from '../lib/call-query.ts';
import { Button } from '../ui/Button.tsx';
import { Card, Row } from '../ui/Card.tsx';
import { LoadFailure } from '../ui/EmptyState.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Switch } from '../ui/Switch.tsx';
import { useChange } from '../ui/use-change.ts';
import styles from './Account.module.css';

/** The user's consents, their dates, and how to withdraw them. */
export function OwnConsents() {
  const t = useText();
  const { moment } = useTimeText();
  const { data: consents, error, refetch } = useCall(listConsents);
  const { send, isSending, sent, refusal } = useChange(giveConsent, { failed: 'account.failed' });
  const [current] = consents ?? [];
  // A change shows immediately.
  const chosen: readonly ConsentPurpose[] | undefined = isSending ? sent?.body.purposes : current?.purposes;
  const hasOffers = chosen?.includes('offers') ?? false;
  const give = (withOffers: boolean) =>
    send({ body: { purposes: withOffers ? [...NECESSARY_PURPOSES, 'offers'] : [...NECESSARY_PURPOSES] } });
  return (
    <Card as="section" isRoomy className={styles.section} aria-labelledby="own-consents">
      <h2 id="own-consents">{t('account.consentTitle')}</h2>
      {error ? <LoadFailure text={t('account.loadFailed')} onRetry={() => void refetch()} /> : null}
      {consents || error ? null : <Skeleton height="120px" radius="var(--radius-control)" />}
      {consents && !current ? <p>{t('account.consentNone')}</p> : null}
      {current ? <p>{t('account.consentGiven', { time: moment(current.at), version: current.version })}</p> : null}
      {consents && current?.version !== CONSENT_VERSION ? (
        <Row>
          <Button look="secondary" disabled={isSending} onClick={() => give(hasOffers)}>
            {t('account.consentAgree')}
          </Button>
          <Link to="/consent">{t('consent.title')}</Link>
        </Row>
      ) : null}
      {current ? (
        <>
          <Switch label={t('account.consentOffers')} checked={hasOffers} disabled={isSending} onSwitch={give} />
          <p>{t('account.consentWithdraw')}</p>
        </>
      ) : null}
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
    </Card>
  );
}
