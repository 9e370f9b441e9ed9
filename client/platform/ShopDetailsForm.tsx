import { changeShop, changeShopBody, type OperatorShopView } from '@haat/contract/platform/operator-shops.calls';
import { slugProblem } from '@haat/contract/shops/shop-settings';
import { useText } from '../i18n/use-text.ts';
import { Button } from '../ui/Button.tsx';
import { Card, Row } from '../ui/Card.tsx';
import { Field } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { UnsavedGuard } from '../ui/UnsavedGuard.tsx';
import { useChange } from '../ui/use-change.ts';
import { useForm, valuesOf } from '../ui/use-form.ts';
import { SLUG_TEXTS, SlugHint } from './SlugHint.tsx';

type Props = { shop: OperatorShopView };

/** The link and the type of a shop. Before the link changes, it explains what happens to the one on posters. */
export function ShopDetailsForm({ shop }: Props) {
  const t = useText();
  const { id } = shop;
  const { send, isSending, refusal } = useChange(changeShop, { ...SLUG_TEXTS, done: 'operator.changed' });
  const isNew = (slug: string) => slug !== shop.slug;
  const form = useForm({
    body: changeShopBody,
    initial: valuesOf(changeShopBody, shop),
    check: ({ slug }) => {
      const wrong = isNew(slug) ? slugProblem(slug) : undefined;
      return wrong ? { slug: `operator.slug.${wrong}` as const } : {};
    },
    send: ({ trade }, { slug }) => send({ params: { id }, body: { ...(isNew(slug) && { slug }), trade } }),
  });
  const isNewSlug = isNew(form.values.slug);
  return (
    <Card as="form" gap={4} {...form.bind} aria-label={t('operator.details')}>
      <h2>{t('operator.details')}</h2>
      <UnsavedGuard isDirty={form.isDirty && !isSending} onLeave={() => {}} />
      {shop.platform ? null : (
        <div>
          <Field
            label={t('operator.slug')}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={40}
            {...form.field('slug')}
          />
          {isNewSlug ? <SlugHint slug={form.values.slug} /> : null}
        </div>
      )}
      {isNewSlug ? <Notice>{t('operator.newSlugHint')}</Notice> : null}
      <Field label={t('operator.trade')} autoComplete="off" {...form.field('trade')} />
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
      <Row align="stretch">
        <Button type="submit" disabled={isSending || !form.isDirty}>
          {t('operator.saveDetails')}
        </Button>
      </Row>
    </Card>
  );
}
