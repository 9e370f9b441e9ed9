import { endOtherSessions, endSession, listSessions, type SessionView } from '@haat/contract/accounts/users.calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useText } from '../i18n/use-text.ts';
import { useTimeText } from '../i18n/use-time-text.ts';
import { call } from '../lib/api.ts';
import { useCall } from '../lib/call-query.ts';
import { reload } from '../lib/reload.ts';
import { Button } from '../ui/Button.tsx';
import { Card, Row, Stack } from '../ui/Card.tsx';
import { LoadFailure } from '../ui/EmptyState.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import looks from '../ui/looks.module.css';
import { useRefusalText } from '../ui/use-error-text.ts';
import { readableDevice } from '../lib/readable-device.ts';
import styles from './Account.module.css';

/** The devices that are logged in to the account; each but this one can be logged out. */
export function OwnSessions() {
  const t = useText();
  const queries = useQueryClient();
  const { data: sessions, error, refetch } = useCall(listSessions);
  const ending = useMutation({
    mutationFn: (id: string | undefined) => (id ? call(endSession, { params: { id } }) : call(endOtherSessions)),
    onSettled: () => reload(queries, endSession.changes),
  });
  const refusal = useRefusalText('account.failed')(ending.error);
  return (
    <Card as="section" isRoomy className={styles.section} aria-labelledby="own-sessions">
      <h2 id="own-sessions">{t('account.sessionsTitle')}</h2>
      {error ? <LoadFailure text={t('account.loadFailed')} onRetry={() => void refetch()} /> : null}
      {sessions || error ? null : <Skeleton height="120px" radius="var(--radius-control)" />}
      <Stack as="ul" className={styles.sessions}>
        {sessions?.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isBusy={ending.isPending}
            onEnd={() => ending.mutate(session.id)}
          />
        ))}
      </Stack>
      {sessions && sessions.length > 1 ? (
        <Row>
          <Button look="secondary" disabled={ending.isPending} onClick={() => ending.mutate(undefined)}>
            {t('account.signOutOthers')}
          </Button>
        </Row>
      ) : null}
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
    </Card>
  );
}

type RowProps = { session: SessionView; isBusy: boolean; onEnd: () => void };

function SessionRow({ session: { device, used_at, current }, isBusy, onEnd }: RowProps) {
  const t = useText();
  const { moment } = useTimeText();
  const name = readableDevice(device) ?? t('account.unknownDevice');
  return (
    <Row as="li" justify="between">
      <Stack as="span" gap={0}>
        <strong>{name}</strong>
        <span className={looks.muted}>
          {current ? t('account.thisDevice') : t('account.lastUsed', { time: moment(used_at) })}
        </span>
      </Stack>
      {current ? null : (
        <Button look="quiet" disabled={isBusy} onClick={onEnd}>
          {t('account.signOut')}
          <span className="visually-hidden"> {name}</span>
        </Button>
      )}
    </Row>
  );
}
