import {
  announcementBody,
  listAllAnnouncements,
  type OperatorAnnouncementView,
  sendAnnouncement,
  withdrawAnnouncement,
} from '@haat/contract/platform/announcements.calls';
import { shopName } from '@haat/contract/shops/shop';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getOperatorShop } from '@haat/contract/platform/operator-shops.calls';
import { useText } from '../i18n/use-text.ts';
import { Button } from '../ui/Button.tsx';
import { Card, Row, Stack } from '../ui/Card.tsx';
import { ConfirmButton } from '../ui/ConfirmButton.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Page } from '../ui/Page.tsx';
import { useChange } from '../ui/use-change.ts';
import { ListedRows } from './lists/ListedRows.tsx';
import { listPages } from './lists/list-pages.ts';
import type { Column } from './lists/OperatorTable.tsx';
import { Moment } from './lists/TimeCells.tsx';
import { readId, useListChoice } from './lists/use-list-choice.ts';
import { useDayText } from '../i18n/use-day-text.ts';
import { useCall } from '../lib/call-query.ts';
import { Field, TextAreaField } from '../ui/Field.tsx';
import { UnsavedGuard } from '../ui/UnsavedGuard.tsx';
import { useForm } from '../ui/use-form.ts';
import styles from './Operator.module.css';

/** The operator's announcements to shops, and a form for a new one. */
export function OperatorAnnouncementsScreen() {
  const t = useText();
  const { choice, choose } = useListChoice(['shop']);
  const shopId = readId(choice.shop);
  const pages = useInfiniteQuery(listPages(listAllAnnouncements, {}));
  return (
    <Page title={t('announcement.title')}>
      <Stack gap={5}>
        <NewAnnouncementForm key={shopId} shopId={shopId} onAllShops={() => choose({ shop: '' })} />
        <ListedRows
          pages={pages}
          texts={{ failed: 'announcement.loadFailed', none: 'announcement.none', more: 'activity.older' }}
          caption={t('announcement.title')}
          columns={COLUMNS}
        />
      </Stack>
    </Page>
  );
}

const LOOKS = { shown: styles.good, ended: '', withdrawn: '' };

const COLUMNS: Column<OperatorAnnouncementView>[] = [
  {
    head: 'announcement.field.title',
    cell: ({ title, text }) => (
      <>
        <strong>{title}</strong>
        <span className={styles.more}>{text}</span>
      </>
    ),
  },
  { head: 'operator.state', cell: (announcement) => <State announcement={announcement} /> },
  { head: 'announcement.field.to', cell: ({ shop }, t) => (shop ? shopName(shop) : t('menu.allShops')) },
  {
    head: 'announcement.field.sent',
    cell: ({ at, author }) => (
      <>
        <Moment at={at} />
        <span className={styles.more}>{author}</span>
      </>
    ),
  },
  { head: 'announcement.field.dismissals', isNumber: true, cell: ({ dismissals }) => dismissals },
  {
    head: 'operatorList.actions',
    cell: (announcement) => (announcement.state === 'shown' ? <Withdraw announcement={announcement} /> : null),
  },
];

type RowProps = { announcement: OperatorAnnouncementView };

function State({ announcement: { state, until } }: RowProps) {
  const t = useText();
  const dayText = useDayText();
  return (
    <>
      <span className={`${styles.chip} ${LOOKS[state]}`}>{t(`announcement.state.${state}`)}</span>
      {state === 'shown' && until ? (
        <span className={styles.more}>{t('announcement.untilDay', { day: dayText.long(until) })}</span>
      ) : null}
    </>
  );
}

function Withdraw({ announcement: { id, title } }: RowProps) {
  const t = useText();
  const { send, isSending, refusal } = useChange(withdrawAnnouncement, {
    failed: 'announcement.failed',
    done: 'announcement.withdrawn',
  });
  return (
    <Row>
      <ConfirmButton
        look="quiet"
        disabled={isSending}
        label={t('announcement.withdraw')}
        about={title}
        question={t('announcement.withdrawSure', { title })}
        onConfirm={() => send({ params: { id } })}
      />
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
    </Row>
  );
}

/** `shopId`: the shop that it is to; to all without one. */
type Props = { shopId: string | undefined; onAllShops: () => void };

/** Something new for all shops or for one. */
function NewAnnouncementForm({ shopId, onAllShops }: Props) {
  const t = useText();
  const { send, isSending, refusal } = useChange(sendAnnouncement, {
    failed: 'announcement.failed',
    done: 'announcement.sent',
    onDone: () => {
      form.reset();
    },
  });
  const form = useForm({
    body: announcementBody,
    initial: { title: '', text: '', until: '' },
    texts: { title: 'announcement.titleMissing', text: 'announcement.textMissing' },
    send: (body) => send({ body: { ...body, shop_id: shopId === undefined ? null : Number(shopId) } }),
  });
  return (
    <Card as="form" isRoomy gap={4} {...form.bind} aria-label={t('announcement.new')}>
      <h2>{t('announcement.new')}</h2>
      <UnsavedGuard isDirty={form.isDirty && !isSending} onLeave={() => {}} />
      {shopId === undefined ? <p>{t('announcement.toAll')}</p> : <Receiver shopId={shopId} onAllShops={onAllShops} />}
      <Field label={t('announcement.field.title')} {...form.field('title')} />
      <TextAreaField label={t('announcement.field.text')} rows={4} {...form.field('text')} />
      <Field
        label={t('announcement.field.until')}
        hint={t('announcement.untilHint')}
        type="date"
        {...form.field('until')}
      />
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
      <Row align="stretch">
        <Button type="submit" disabled={isSending}>
          {t('announcement.send')}
        </Button>
      </Row>
    </Card>
  );
}

function Receiver({ shopId, onAllShops }: { shopId: string; onAllShops: () => void }) {
  const t = useText();
  const { data: shop } = useCall(getOperatorShop, { params: { id: shopId } }, { staleTime: 0 });
  return (
    <Row gap={2}>
      <p>{t('announcement.toShop', { name: shop ? shopName(shop) : shopId })}</p>
      <Button look="quiet" onClick={onAllShops}>
        {t('announcement.toAllInstead')}
      </Button>
    </Row>
  );
}
