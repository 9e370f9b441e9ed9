import {
  type AnnouncementView,
  dismissAnnouncement,
  listAnnouncements,
} from '@haat/contract/platform/announcements.calls';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import { useTimeText } from '../i18n/use-time-text.ts';
import { callQuery } from '../lib/call-query.ts';
import { onLive } from '../lib/live-updates.ts';
import { Button } from '../ui/Button.tsx';
import { Row, Stack } from '../ui/Card.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import looks from '../ui/looks.module.css';
import print from '../ui/print.module.css';
import { useChange } from '../ui/use-change.ts';
import { useSession } from '../shared/session/SessionProvider.tsx';
import styles from './AnnouncementBar.module.css';

/** Above every screen of a shop: the newest announcement of the operator, in one line until it is read. */
export function AnnouncementBar() {
  const { shopId, userId } = useSession();
  if (shopId === undefined || userId === undefined) return null;
  return <NewestAnnouncement key={`${shopId} ${userId}`} shopId={shopId} userId={userId} />;
}

type Reader = { shopId: number; userId: number };

/** The announcements that this user has not dismissed; loaded again when they change. */
const announcementsQuery = ({ shopId, userId }: Reader) =>
  callQuery(listAnnouncements, {}, { owner: `${shopId} ${userId}`, staleTime: 30_000 });

function NewestAnnouncement({ shopId, userId }: Reader) {
  const t = useText();
  const [openId, setOpenId] = useState<number>();
  const { data: announcements, refetch } = useQuery(announcementsQuery({ shopId, userId }));
  useEffect(() => onChange(() => void refetch()), [refetch]);
  const [newest] = announcements ?? [];
  if (!newest) return null;
  return (
    <aside className={`${styles.bar} ${print.notPrinted}`} aria-label={t('announcement.title')}>
      <p className={styles.title}>
        <span className={looks.hint}>{t('announcement.label', { count: announcements?.length ?? 1 })}</span>{' '}
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
  const { send, isSending, refusal } = useChange(dismissAnnouncement, {
    failed: 'announcement.failed',
    onDone: () => {
      onClose();
      const { queryKey } = announcementsQuery(reader);
      queries.setQueryData(queryKey, (listed) => listed?.filter((each) => each.id !== id));
    },
  });
  return (
    <Dialog label={title} onClose={onClose}>
      <Stack gap={4}>
        <h2 className={styles.heading}>{title}</h2>
        <p className={styles.text}>{text}</p>
        <time className={looks.hint} dateTime={at}>
          {moment(at)}
        </time>
        {refusal ? <Notice tone="error">{refusal}</Notice> : null}
        <Row align="stretch">
          <Button disabled={isSending} autoFocus onClick={() => send({ params: { id } })}>
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
