import {
  changeShop,
  changeShopBody,
  getOperatorShop,
  type OperatorShopView,
  suspendShop,
} from '@haat/contract/platform/operator-shops.calls';
import { formatRupees } from '@haat/contract/rupees';
import { shopName } from '@haat/contract/shops/shop';
import { shopLink } from '@haat/contract/shops/shop-code';
import { Link, matchPath, useLocation } from 'react-router-dom';
import { useState } from 'react';
import { slugProblem } from '@haat/contract/shops/shop-settings';
import { type TextId, useText } from '../i18n/use-text.ts';
import { useTimeText } from '../i18n/use-time-text.ts';
import { isMissing } from '../lib/api-error.ts';
import { useCall } from '../lib/call-query.ts';
import { publicAddress } from '../lib/public-address.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { Card, Row, Stack } from '../ui/Card.tsx';
import { DefinitionList } from '../ui/DefinitionList.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Page } from '../ui/Page.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { HelpShop } from './HelpShop.tsx';
import backOffice from '../ui/BackOffice.module.css';
import styles from './Operator.module.css';
import { ShopState } from './ShopState.tsx';
import { useChange } from '../ui/use-change.ts';
import { ReasonDialog } from './ReasonDialog.tsx';
import { Field } from '../ui/Field.tsx';
import { UnsavedGuard } from '../ui/UnsavedGuard.tsx';
import { useForm, valuesOf } from '../ui/use-form.ts';
import { SLUG_TEXTS, SlugHint } from './SlugHint.tsx';

/** One shop of the platform: who runs it, how it does, and what the operator can do about it. */
export function OperatorShopScreen() {
  const t = useText();
  const { id = '' } = matchPath('/operator/shops/:id', useLocation().pathname)?.params ?? {};
  const read = useCall(getOperatorShop, { params: { id } }, { staleTime: 0 });
  return (
    <Page title={read.data ? shopName(read.data) : t('operator.shop')}>
      <Stack gap={5}>
        <Loaded
          read={read}
          failed={isMissing(read.error) ? 'operator.noShop' : 'operator.shopFailed'}
          waiting={<Skeleton height="150vh" radius="var(--radius-card)" />}
        >
          {(shop) => <Shop shop={shop} />}
        </Loaded>
        <p>
          <Link to="/operator/shops">{t('menu.allShops')}</Link>
        </p>
      </Stack>
    </Page>
  );
}

type Props = { shop: OperatorShopView };

function Shop({ shop }: Props) {
  const t = useText();
  return (
    <>
      <Row gap={2}>
        <ShopState {...shop} />
        {shop.suspended ? <span>{t('operator.suspendedFor', { reason: shop.suspended })}</span> : null}
      </Row>
      {shop.platform ? null : (
        <Row align="stretch" gap={2}>
          <HelpShop shop={shop} />
          <p className={styles.hint}>{t('help.startHint')}</p>
        </Row>
      )}
      <ShopLinks shop={shop} />
      <div className={backOffice.beside}>
        <ShopFacts shop={shop} />
        <Stack gap={5}>
          <ShopDetailsForm key={`${shop.slug} ${shop.trade}`} shop={shop} />
          {shop.platform ? (
            <Notice>{t('operator.isPlatform')}</Notice>
          ) : (
            <Row align="stretch">
              <SuspendShop shop={shop} />
            </Row>
          )}
        </Stack>
      </div>
    </>
  );
}

const LINKS: { to: string; text: TextId }[] = [
  { to: '/:slug/products', text: 'operator.storefront' },
  { to: '/operator/orders?shop=:id', text: 'menu.orders' },
  { to: '/operator/payments?shop=:id', text: 'operatorPayments.title' },
  { to: '/operator/announcements?shop=:id', text: 'announcement.write' },
  { to: '/:slug/admin/settings', text: 'settings.title' },
  { to: '/:slug/admin/team', text: 'team.title' },
  { to: '/:slug/admin/activity', text: 'activity.title' },
  { to: '/:slug/poster', text: 'poster.title' },
];

function ShopLinks({ shop: { id, slug } }: Props) {
  const t = useText();
  return (
    <Row align="stretch" gap={2}>
      {LINKS.map(({ to, text }) => (
        <Link key={to} className={buttonClass('secondary')} to={to.replace(':slug', slug).replace(':id', String(id))}>
          {t(text)}
        </Link>
      ))}
    </Row>
  );
}

function ShopFacts({ shop }: Props) {
  const t = useText();
  const { moment } = useTimeText();
  const { admin } = shop;
  const items = [
    { term: t('operator.slug'), value: shopLink(publicAddress(), shop.slug) },
    { term: t('operator.trade'), value: shop.trade },
    { term: t('settings.address'), value: shop.address },
    { term: t('operator.phone'), value: shop.phone },
    {
      term: t('operator.admin'),
      value: admin && [admin.email, admin.mobile && `+91 ${admin.mobile}`].filter(Boolean).join(', '),
    },
    { term: t('team.title'), value: t('operator.members', { count: shop.members }) },
    { term: t('operator.createdAt'), value: moment(shop.created_at) },
    { term: t('operator.ordersTodayTerm'), value: String(shop.orders_today) },
    { term: t('operator.orders'), value: String(shop.orders) },
    { term: t('operator.ordered'), value: formatRupees(shop.ordered) },
    { term: t('operator.lastOrder'), value: shop.last_order && moment(shop.last_order) },
    { term: t('operator.products'), value: String(shop.products) },
    { term: t('operator.problems'), value: String(shop.problems) },
  ];
  return (
    <Card>
      <DefinitionList layout="divided" items={items} />
    </Card>
  );
}

/** Suspends a shop, or resumes it. */
function SuspendShop({ shop }: { shop: OperatorShopView }) {
  const t = useText();
  const { id, status } = shop;
  const name = shopName(shop);
  const { send, isSending, refusal } = useChange(suspendShop, { failed: 'operator.failed', done: 'operator.resumed' });
  const [isAsking, setAsking] = useState(false);
  const isSuspended = status === 'suspended';
  const resume = () => send({ params: { id }, body: { suspended: false } });
  return (
    <>
      <Button look="secondary" disabled={isSending} onClick={isSuspended ? resume : () => setAsking(true)}>
        {t(isSuspended ? 'operator.resume' : 'operator.suspend')}
        <span className="visually-hidden"> {name}</span>
      </Button>
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
      {isAsking ? <SuspendDialog id={id} name={name} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

type SuspendProps = { id: number; name: string; onClose: () => void };

function SuspendDialog({ id, name, onClose }: SuspendProps) {
  const t = useText();
  const { send, isSending, refusal } = useChange(suspendShop, {
    failed: 'operator.failed',
    done: 'operator.suspended',
    onDone: onClose,
  });
  return (
    <ReasonDialog
      title={t('operator.suspendTitle', { name })}
      text={t('operator.suspendHint', { name })}
      label={t('operator.reason')}
      missing="operator.reasonMissing"
      confirm={t('operator.suspend')}
      isBusy={isSending}
      problem={refusal}
      onConfirm={(reason) => send({ params: { id }, body: { suspended: true, reason } })}
      onClose={onClose}
    />
  );
}

/** The link and the type of a shop. Before the link changes, it explains what happens to the one on posters. */
function ShopDetailsForm({ shop }: Props) {
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
