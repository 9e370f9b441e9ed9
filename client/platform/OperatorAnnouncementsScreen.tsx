import {
  listAllAnnouncements,
  type OperatorAnnouncementView,
  withdrawAnnouncement,
} from '@haat/contract/platform/announcements.calls';
import { shopName } from '@haat/contract/shops/shop';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import { useTimeText } from '../i18n/use-time-text.ts';
import { Button } from '../ui/Button.tsx';
import { Row, Stack } from '../ui/Card.tsx';
import { ConfirmDialog } from '../ui/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Page } from '../ui/Page.tsx';
import { useChange } from '../ui/use-change.ts';
import { ListedRows } from './lists/ListedRows.tsx';
import { listPages } from './lists/list-pages.ts';
import type { Column } from './lists/OperatorTable.tsx';
import table from './lists/OperatorTable.module.css';
import { readId, useListChoice } from './lists/use-list-choice.ts';
import { useDayText } from '../i18n/use-day-text.ts';
import { NewAnnouncementForm } from './NewAnnouncementForm.tsx';

/** The operator's announcements to shops, and a form for a new one. */
export function OperatorAnnouncementsScreen() {
  const t = useText();
  const { choice, choose } = useListChoice(['shop']);
  const shopId = readId(choice.shop);
  const columns = useColumns();
  const pages = useInfiniteQuery(listPages(listAllAnnouncements, {}));
  return (
    <Page title={t('announcement.title')}>
      <Stack gap={5}>
        <NewAnnouncementForm key={shopId} shopId={shopId} onAllShops={() => choose({ shop: '' })} />
        <ListedRows
          pages={pages}
          texts={{ failed: 'announcement.loadFailed', none: 'announcement.none', more: 'activity.older' }}
          caption={t('announcement.title')}
          columns={columns}
        />
      </Stack>
    </Page>
  );
}

const LOOKS = { shown: table.good, ended: '', withdrawn: '' };

function useColumns(): Column<OperatorAnnouncementView>[] {
  const t = useText();
  const { moment } = useTimeText();
  const dayText = useDayText();
  return [
    {
      key: 'title',
      head: t('announcement.field.title'),
      cell: ({ title, text }) => (
        <>
          <strong>{title}</strong>
          <span className={table.more}>{text}</span>
        </>
      ),
    },
    {
      key: 'state',
      head: t('operator.state'),
      cell: ({ state, until }) => (
        <>
          <span className={`${table.chip} ${LOOKS[state]}`}>{t(`announcement.state.${state}`)}</span>
          {state === 'shown' && until ? (
            <span className={table.more}>{t('announcement.untilDay', { day: dayText.long(until) })}</span>
          ) : null}
        </>
      ),
    },
    {
      key: 'to',
      head: t('announcement.field.to'),
      cell: ({ shop }) => (shop ? shopName(shop) : t('menu.allShops')),
    },
    {
      key: 'sent',
      head: t('announcement.field.sent'),
      cell: ({ at, author }) => (
        <>
          <time dateTime={at}>{moment(at)}</time>
          <span className={table.more}>{author}</span>
        </>
      ),
    },
    {
      key: 'dismissals',
      head: t('announcement.field.dismissals'),
      isNumber: true,
      cell: ({ dismissals }) => dismissals,
    },
    {
      key: 'actions',
      head: t('operatorList.actions'),
      cell: (announcement) => (announcement.state === 'shown' ? <Withdraw announcement={announcement} /> : null),
    },
  ];
}

function Withdraw({ announcement: { id, title } }: { announcement: OperatorAnnouncementView }) {
  const t = useText();
  const [isAsking, setAsking] = useState(false);
  const { send, isSending, refusal } = useChange(withdrawAnnouncement, {
    failed: 'announcement.failed',
    done: 'announcement.withdrawn',
  });
  const withdraw = () => {
    setAsking(false);
    send({ params: { id } });
  };
  return (
    <Row>
      <Button look="quiet" disabled={isSending} onClick={() => setAsking(true)}>
        {t('announcement.withdraw')}
        <span className="visually-hidden"> {title}</span>
      </Button>
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
      {isAsking ? (
        <ConfirmDialog
          text={t('announcement.withdrawSure', { title })}
          confirm={t('announcement.withdraw')}
          onConfirm={withdraw}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Row>
  );
}
