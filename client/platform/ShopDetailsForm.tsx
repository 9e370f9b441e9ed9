import { changeShop, type OperatorShopView, type ShopChanges } from '@haat/contract/platform/operator-shops.calls';
import { slugProblem } from '@haat/contract/shops/shop-settings';
import { type FormEvent, useState } from 'react';
import { type TextId, useText } from '../i18n/use-text.ts';
import { call } from '../lib/api.ts';
import { Button } from '../ui/Button.tsx';
import { Card, Row } from '../ui/Card.tsx';
import { Field, useFocusOnFirst } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { UnsavedGuard } from '../ui/UnsavedGuard.tsx';
import { useOperatorChange } from './operator-shops-query.ts';
import { SlugHint } from './SlugHint.tsx';

type Props = { shop: OperatorShopView };

/** The link and the type of a shop. Before the link changes, it explains what happens to the one on posters. */
export function ShopDetailsForm({ shop }: Props) {
  const t = useText();
  const { values, setValues, isNewSlug, isDirty, problems, submit, isBusy, problem } = useShopDetails(shop);
  const form = useFocusOnFirst(problems);
  return (
    <Card as="form" gap={4} ref={form} onSubmit={submit} noValidate aria-label={t('operator.details')}>
      <h2>{t('operator.details')}</h2>
      <UnsavedGuard isDirty={isDirty && !isBusy} onLeave={() => {}} />
      {shop.platform ? null : (
        <div>
          <Field
            label={t('operator.slug')}
            name="slug"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={40}
            value={values.slug}
            problem={problems.slug && t(problems.slug)}
            onChange={({ target }) => setValues({ ...values, slug: target.value })}
          />
          {isNewSlug ? <SlugHint slug={values.slug} /> : null}
        </div>
      )}
      {isNewSlug ? <Notice>{t('operator.newSlugHint')}</Notice> : null}
      <Field
        label={t('operator.trade')}
        name="trade"
        autoComplete="off"
        maxLength={60}
        value={values.trade}
        onChange={({ target }) => setValues({ ...values, trade: target.value })}
      />
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      <Row align="stretch">
        <Button type="submit" disabled={isBusy || !isDirty}>
          {t('operator.saveDetails')}
        </Button>
      </Row>
    </Card>
  );
}

function useShopDetails({ id, slug, trade }: OperatorShopView) {
  const [values, setValues] = useState({ slug, trade: trade ?? '' });
  const [problems, setProblems] = useState<{ slug?: TextId }>({});
  const { change, isBusy, problem } = useOperatorChange();
  const isNewSlug = values.slug !== slug;
  const given = values.trade.trim() || null;
  const isDirty = isNewSlug || given !== trade;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = isNewSlug ? slugProblem(values.slug) : undefined;
    setProblems(wrong ? { slug: `operator.slug.${wrong}` } : {});
    if (wrong || !isDirty) return;
    const body: ShopChanges = { ...(isNewSlug && { slug: values.slug }), trade: given };
    change({ request: () => call(changeShop, { params: { id }, body }), successKey: 'operator.changed' });
  };
  return { values, setValues, isNewSlug, isDirty, problems, submit, isBusy, problem };
}
