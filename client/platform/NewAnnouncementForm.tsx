import { type NewAnnouncement, sendAnnouncement } from '@haat/contract/platform/announcements.calls';
import { ANNOUNCEMENT_MAX } from '@haat/contract/platform/announcement';
import { shopName } from '@haat/contract/shops/shop';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type TextId, useText } from '../i18n/use-text.ts';
import { call } from '../lib/api.ts';
import { BACK_OFFICE_QUERY_KEYS } from '../lib/back-office-query-keys.ts';
import { Button } from '../ui/Button.tsx';
import { Card, Row } from '../ui/Card.tsx';
import { Field, TextAreaField, useFocusOnFirst } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { UnsavedGuard } from '../ui/UnsavedGuard.tsx';
import { operatorShopQuery } from './operator-shops-query.ts';
import { useChange } from './use-change.ts';

/** `shopId`: the shop that it is to; to all without one. */
type Props = { shopId: string | undefined; onAllShops: () => void };

/** Something new for all shops or for one. */
export function NewAnnouncementForm({ shopId, onAllShops }: Props) {
  const t = useText();
  const { values, setValues, problems, submit, isBusy, isDirty, problem } = useNewAnnouncement(shopId);
  const form = useFocusOnFirst(problems);
  return (
    <Card as="form" isRoomy gap={4} ref={form} onSubmit={submit} noValidate aria-label={t('announcement.new')}>
      <h2>{t('announcement.new')}</h2>
      <UnsavedGuard isDirty={isDirty && !isBusy} onLeave={() => {}} />
      {shopId === undefined ? <p>{t('announcement.toAll')}</p> : <Receiver shopId={shopId} onAllShops={onAllShops} />}
      <Field
        label={t('announcement.field.title')}
        name="title"
        maxLength={ANNOUNCEMENT_MAX.title}
        required
        value={values.title}
        problem={problems.title && t(problems.title)}
        onChange={({ target }) => setValues({ ...values, title: target.value })}
      />
      <TextAreaField
        label={t('announcement.field.text')}
        name="text"
        rows={4}
        maxLength={ANNOUNCEMENT_MAX.text}
        required
        value={values.text}
        problem={problems.text && t(problems.text)}
        onChange={({ target }) => setValues({ ...values, text: target.value })}
      />
      <Field
        label={t('announcement.field.until')}
        hint={t('announcement.untilHint')}
        name="until"
        type="date"
        value={values.until}
        onChange={({ target }) => setValues({ ...values, until: target.value })}
      />
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      <Row align="stretch">
        <Button type="submit" disabled={isBusy}>
          {t('announcement.send')}
        </Button>
      </Row>
    </Card>
  );
}

function Receiver({ shopId, onAllShops }: { shopId: string; onAllShops: () => void }) {
  const t = useText();
  const { data: shop } = useQuery(operatorShopQuery(shopId));
  return (
    <Row gap={2}>
      <p>{t('announcement.toShop', { name: shop ? shopName(shop) : shopId })}</p>
      <Button look="quiet" onClick={onAllShops}>
        {t('announcement.toAllInstead')}
      </Button>
    </Row>
  );
}

const EMPTY = { title: '', text: '', until: '' };
const CHANGED = {
  failed: 'announcement.failed',
  outdated: [
    BACK_OFFICE_QUERY_KEYS.operatorAnnouncements,
    BACK_OFFICE_QUERY_KEYS.announcements,
    BACK_OFFICE_QUERY_KEYS.operatorActivity,
  ],
} as const;

function useNewAnnouncement(shopId: string | undefined) {
  const [values, setValues] = useState(EMPTY);
  const [problems, setProblems] = useState<{ title?: TextId; text?: TextId }>({});
  const { change, isBusy, problem } = useChange(CHANGED);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [title, text] = [values.title.trim(), values.text.trim()];
    const found = {
      ...(title === '' && { title: 'announcement.titleMissing' as const }),
      ...(text === '' && { text: 'announcement.textMissing' as const }),
    };
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const to = shopId === undefined ? null : Number(shopId);
    const body: NewAnnouncement = { title, text, until: values.until || null, shop_id: to };
    change({
      request: () => call(sendAnnouncement, { body }),
      successKey: 'announcement.sent',
      onDone: () => setValues(EMPTY),
    });
  };
  const isDirty = values.title !== '' || values.text !== '' || values.until !== '';
  return { values, setValues, problems, submit, isBusy, isDirty, problem };
}
