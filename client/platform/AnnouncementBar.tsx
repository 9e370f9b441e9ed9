import { type AnnouncementView, dismissAnnouncement } from '@haat/contract/platform/announcements.calls';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import { useTimeText } from '../i18n/use-time-text.ts';
import { call } from '../lib/api.ts';
import { onLive } from '../lib/live-updates.ts';
import { Button } from '../ui/Button.tsx';
import { Row, Stack } from '../ui/Card.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useRefusalText } from '../ui/use-error-text.ts';
import { useSession } from '../shared/session/SessionProvider.tsx';
import styles from './AnnouncementBar.module.css';
import { announcementsQuery } from './announcements-query.ts';

/** Above every screen of a shop: the newest announcement of the operator, in one line until it is read. */
export function AnnouncementBar() {
  const { shopId, userId } = useSession();
  if (shopId === undefined || userId === undefined) return null;
  return <NewestAnnouncement key={`${shopId} ${userId}`} shopId={shopId} userId={userId} />;
}

type Reader = { shopId: number; userId: number };

function NewestAnnouncement({ shopId, userId }: Reader) {
  const t = useText();
  const [openId, setOpenId] = useState<number>();
  const { data: announcements, refetch } = useQuery(announcementsQuery(shopId, userId));
  useEffect(() => onChange(() => void refetch()), [refetch]);
  const [newest] = announcements ?? [];
  if (!newest) return null;
  return (
    <aside className={styles.bar} aria-label={t('announcement.title')}>
      <p className={styles.title}>
        <span className={styles.label}>{t('announcement.label', { count: announcements?.length ?? 1 })}</span>{' '}
        <strong>{newest.title}</strong>
      </p>
      <Button look="quiet" onClick={() => setOpenId(newest.id)}>
        {t('announcement.read')}
      </Button>
      {openId === newest.id ? (
        <AnnouncementDialog announcement={newest} reader={{ shopId, userId }} onClose={() => setOpenId(undefined)} />
      ) : null}
    </aside>
  );
}

/** The members of all shops spread their requests for a common announcement over so many milliseconds. */
const SPREAD_MS = 3_000;

/** Calls back when the announcements have changed, or may have while there was no connection. Returns the unsubscribe. */
function onChange(reload: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const reloadLater = () => {
    clearTimeout(timer);
    timer = setTimeout(reload, Math.random() * SPREAD_MS);
  };
  const stops = [
    onLive('announcements.changed', ({ shop_id }) => (shop_id === null ? reloadLater() : reload())),
    onLive('reconnected', reloadLater),
  ];
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}

type DialogProps = { announcement: AnnouncementView; reader: Reader; onClose: () => void };

function AnnouncementDialog({ announcement: { id, title, text, at }, reader, onClose }: DialogProps) {
  const t = useText();
  const { moment } = useTimeText();
  const queries = useQueryClient();
  const textOf = useRefusalText('announcement.failed');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(dismissAnnouncement, { params: { id } }),
    onSuccess: () => {
      onClose();
      const { queryKey } = announcementsQuery(reader.shopId, reader.userId);
      queries.setQueryData(queryKey, (listed) => listed?.filter((each) => each.id !== id));
    },
  });
  const problem = textOf(error);
  return (
    <Dialog label={title} onClose={onClose}>
      <Stack gap={4}>
        <h2 className={styles.heading}>{title}</h2>
        <p className={styles.text}>{text}</p>
        <time className={styles.label} dateTime={at}>
          {moment(at)}
        </time>
        {problem ? <Notice tone="error">{problem}</Notice> : null}
        <Row align="stretch">
          <Button disabled={isPending} autoFocus onClick={() => mutate()}>
            {t('announcement.dismiss')}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {t('announcement.later')}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
}
