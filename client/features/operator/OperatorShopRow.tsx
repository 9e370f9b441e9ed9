import type { OperatorShopView } from '@haat/contract/api/operator.schema';
import { shopName } from '@haat/contract/rules/shop-name';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { TextId } from '../../i18n/text-id.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Notice } from '../../ui/Notice.tsx';
import desk from '../desk/Desk.module.css';
import styles from './Operator.module.css';
import { SuspendDialog } from './SuspendDialog.tsx';
import { useOperatorChange } from './use-operator-change.ts';

/** Where the operator goes from a shop. */
const WAYS: { to: string; text: TextId }[] = [
  { to: 'admin/settings', text: 'settings.title' },
  { to: 'admin/team', text: 'team.title' },
  { to: 'admin/activity', text: 'activity.title' },
  { to: 'poster', text: 'poster.title' },
];

const LOOKS = { open: '', paused: styles.paused, suspended: styles.suspended };

/** One shop of the platform: how it is doing, where to go, and taking it off the market or back onto it. */
export function OperatorShopRow({ shop }: { shop: OperatorShopView }) {
  const t = useText();
  const name = shopName(shop);
  return (
    <li className={styles.shop}>
      <div className={styles.head}>
        <h2 className={styles.name}>
          <Link to={`/${shop.slug}/products`}>{name}</Link>
        </h2>
        <span className={`${styles.chip} ${LOOKS[shop.status]}`}>{t(`operator.status.${shop.status}`)}</span>
      </div>
      <p className={styles.facts}>
        <span>{shop.slug}</span>
        <span>{t('operator.members', { count: shop.members })}</span>
        <span>{t('operator.ordersToday', { count: shop.orders_today })}</span>
      </p>
      {shop.suspended ? <p className={styles.facts}>{t('operator.suspendedFor', { reason: shop.suspended })}</p> : null}
      <div className={desk.actions}>
        {WAYS.map(({ to, text }) => (
          <Link key={to} className={buttonClass('quiet')} to={`/${shop.slug}/${to}`}>
            {t(text)}
            <span className="visually-hidden"> {name}</span>
          </Link>
        ))}
        {shop.platform ? null : <SuspendButton shop={shop} name={name} />}
      </div>
    </li>
  );
}

function SuspendButton({ shop, name }: { shop: OperatorShopView; name: string }) {
  const t = useText();
  const { change, isBusy, problem } = useOperatorChange();
  const [isAsking, setAsking] = useState(false);
  const isSuspended = shop.status === 'suspended';
  const resume = () =>
    change({ path: `/${shop.id}`, method: 'PATCH', body: { suspended: false }, said: 'operator.resumed' });
  return (
    <>
      <Button look="secondary" disabled={isBusy} onClick={isSuspended ? resume : () => setAsking(true)}>
        {t(isSuspended ? 'operator.resume' : 'operator.suspend')}
        <span className="visually-hidden"> {name}</span>
      </Button>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      {isAsking ? <SuspendDialog shopId={shop.id} name={name} onClose={() => setAsking(false)} /> : null}
    </>
  );
}
