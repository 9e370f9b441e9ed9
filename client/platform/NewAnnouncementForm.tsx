import { announcementBody, sendAnnouncement } from '@haat/contract/platform/announcements.calls';
import { getOperatorShop } from '@haat/contract/platform/operator-shops.calls';
import { shopName } from '@haat/contract/shops/shop';
import { useText } from '../i18n/use-text.ts';
import { useCall } from '../lib/call-query.ts';
import { Button } from '../ui/Button.tsx';
import { Card, Row } from '../ui/Card.tsx';
import { Field, TextAreaField } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { UnsavedGuard } from '../ui/UnsavedGuard.tsx';
import { useChange } from '../ui/use-change.ts';
import { useForm } from '../ui/use-form.ts';

/** `shopId`: the shop that it is to; to all without one. */
type Props = { shopId: string | undefined; onAllShops: () => void };

/** Something new for all shops or for one. */
export function NewAnnouncementForm({ shopId, onAllShops }: Props) {
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
