import '../i18n/catalog-texts.ts';
import { useState } from 'react';
import { isOpenAt, type OpeningHours } from '@haat/contract/rules/opening-hours';
import { isPausedAt, type Pause } from '@haat/contract/rules/pause';
import { shopName } from '@haat/contract/rules/shop';
import type { ShopView } from '@haat/contract/api/shops';
import { useClockText } from '../i18n/use-clock-text.ts';
import { useText } from '../i18n/use-text.ts';
import { useMinute } from '../lib/use-minute.ts';
import { publicAddress } from '../lib/public-address.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { FavouriteButton } from '../features/favourites/FavouriteButton.tsx';
import { shareOrCopy } from '../ui/share-or-copy.ts';
import styles from './Header.module.css';
import detailsStyles from './ShopDetails.module.css';

type Props = { shop: ShopView };

/** The second line of the signboard: hours and address. It opens the rest. */
export function ShopFacts({ shop }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles.factsButton} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <OpenBadge hours={shop} />
        {shop.address ? <span className={styles.address}>{shop.address}</span> : null}
        <span className={styles.info} aria-hidden="true" />
      </button>
      <FavouriteButton kind="shops" id={shop.id} name={shopName(shop)} />
      {isOpen ? <ShopDetails shop={shop} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** On screens without the signboard: opens hours, address and phone. */
export function ShopDetailsButton({ shop }: Props) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label={t('shop.contact')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span className={styles.info} aria-hidden="true" />
      </button>
      {isOpen ? <ShopDetails shop={shop} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

type DetailsProps = { shop: ShopView; onClose: () => void };

/** Hours, address and phone of a shop, and a button that shares its address on the web. */
function ShopDetails({ shop, onClose }: DetailsProps) {
  const t = useText();
  const name = shopName(shop);
  const { address, phone } = shop;
  const share = () => {
    const url = `${publicAddress()}#/${shop.slug}/products`;
    return shareOrCopy({ title: name, text: name, url }, url);
  };
  return (
    <Dialog label={t('shop.details', { name })} onClose={onClose}>
      <h2>{name}</h2>
      <dl className={detailsStyles.facts}>
        <div>
          <dt>{t('shop.hours')}</dt>
          <dd className={detailsStyles.hours}>
            <OpenBadge hours={shop} />
          </dd>
        </div>
        {address ? (
          <div>
            <dt>{t('shop.address')}</dt>
            <dd>{address}</dd>
          </div>
        ) : null}
        {phone ? (
          <div>
            <dt>{t('shop.phone')}</dt>
            <dd>
              <a className={detailsStyles.phone} href={`tel:+91${phone}`} aria-label={t('header.call', { phone })}>
                {phone}
              </a>
            </dd>
          </div>
        ) : null}
      </dl>
      <p className={detailsStyles.powered}>{t('header.poweredBy')}</p>
      <Button wide look="secondary" onClick={() => void share()}>
        {t('shop.share')}
      </Button>
      <Button wide onClick={onClose} data-autofocus>
        {t('common.close')}
      </Button>
    </Dialog>
  );
}

type OpenBadgeProps = { hours: OpeningHours & Pause & Pick<ShopView, 'suspended' | 'getting_ready'> };

/**
 * Open Now (green) or Closed (red) with the hours, accurate to the minute. A shop that is paused, suspended or without products is closed, too.
 */
function OpenBadge({ hours }: OpenBadgeProps) {
  const t = useText();
  const { hours: hoursText } = useClockText();
  const now = useMinute();
  const isPaused = isPausedAt(hours, now) || hours.suspended || hours.getting_ready;
  const isOpen = isOpenAt(hours, now) && !isPaused;
  return (
    <>
      <span className={`${styles.badge} ${isOpen ? styles.open : styles.closed}`}>
        {t(isOpen ? 'header.openNow' : 'header.closed')}
      </span>
      <span className={styles.times}>
        {isPaused ? t('header.paused') : (hoursText(hours) ?? t('header.alwaysOpen'))}
      </span>
    </>
  );
}
