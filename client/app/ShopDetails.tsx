import { dialled } from '@haat/contract/shops/shop-phone';
import '../i18n/catalog-texts.ts';
import { useState, useSyncExternalStore } from 'react';
import { isOpenAt, type OpeningHours } from '@haat/contract/shops/opening-hours';
import { isPausedAt, type Pause } from '@haat/contract/shops/pause';
import { shopName } from '@haat/contract/shops/shop';
import type { ShopView } from '@haat/contract/shops/shops.calls';
import { useClockText } from '../i18n/use-clock-text.ts';
import { type TextId, useText } from '../i18n/use-text.ts';
import { MAIN_SHOP_SLUG } from '../lib/config.ts';
import { useMinute } from '../lib/use-minute.ts';
import { publicAddress } from '../lib/public-address.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { FavouriteButton } from '../shared/favourites/FavouriteButton.tsx';
import { shareOrCopy } from '../ui/share-or-copy.ts';
import header from './Header.module.css';
import styles from './ShopDetails.module.css';

type Props = { shop: ShopView };

/** The second line of the signboard; on screens without one, what the line of the name has room for. */
export function ShopLine({ shop, isSignboard }: Props & { isSignboard: boolean }) {
  return isSignboard ? <ShopFacts shop={shop} /> : <ShopDetailsButton shop={shop} />;
}

/** Hours and address, which open the rest, and on a wide screen the phone. */
function ShopFacts({ shop }: Props) {
  const isWide = useMedia(WIDE);
  return (
    <>
      <FactsButton shop={shop} />
      {isWide ? <Phone shop={shop} /> : null}
      <FavouriteButton kind="shops" id={shop.id} name={shopName(shop)} />
    </>
  );
}

/** Hours, address and phone where the line has room for them, else a button that opens them. */
function ShopDetailsButton({ shop }: Props) {
  const isWide = useMedia(WIDE);
  if (shop.slug === MAIN_SHOP_SLUG) return <PlatformContact shop={shop} />;
  if (!isWide) return <InfoButton shop={shop} label="shop.contact" />;
  return (
    <span className={styles.inLine}>
      <FactsButton shop={shop} />
      <Phone shop={shop} />
    </span>
  );
}

const TABLET = '(min-width: 768px)';

/** The platform has no hours and no counter: its email address. */
function PlatformContact({ shop }: Props) {
  const t = useText();
  const hasRoom = useMedia(TABLET);
  const { email } = shop;
  if (!email) return null;
  if (!hasRoom) return <InfoButton shop={shop} label="shop.contactPlatform" />;
  return (
    <a
      className={`${styles.inLine} ${styles.contact}`}
      href={`mailto:${email}`}
      aria-label={t('header.mail', { email })}
    >
      {email}
    </a>
  );
}

function InfoButton({ shop, label }: Props & { label: TextId }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={header.button}
        aria-label={t(label)}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span className={styles.info} aria-hidden="true" />
      </button>
      {isOpen ? <ShopDetails shop={shop} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function FactsButton({ shop }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles.factsButton} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <OpenBadge hours={shop} />
        {shop.address ? <span className={styles.address}>{shop.address}</span> : null}
        <span className={styles.info} aria-hidden="true" />
      </button>
      {isOpen ? <ShopDetails shop={shop} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function Phone({ shop: { phone } }: Props) {
  const t = useText();
  return phone ? (
    <a className={styles.contact} href={`tel:${dialled(phone)}`} aria-label={t('header.call', { phone })}>
      {phone}
    </a>
  ) : null;
}

type DetailsProps = { shop: ShopView; onClose: () => void };

/** Hours, address and phone of a shop, or the email address of the platform, and a button that shares its address on the web. */
function ShopDetails({ shop, onClose }: DetailsProps) {
  const t = useText();
  const name = shopName(shop);
  const { slug, address, phone, email } = shop;
  const isPlatform = slug === MAIN_SHOP_SLUG;
  const share = () => {
    const url = `${publicAddress()}#/${slug}/${isPlatform ? 'dashboard' : 'products'}`;
    return shareOrCopy({ title: name, text: name, url }, url);
  };
  return (
    <Dialog label={t('shop.details', { name })} onClose={onClose}>
      <h2>{name}</h2>
      <dl className={styles.facts}>
        {isPlatform ? null : (
          <div>
            <dt>{t('shop.hours')}</dt>
            <dd className={styles.hours}>
              <OpenBadge hours={shop} />
            </dd>
          </div>
        )}
        {isPlatform && email ? (
          <div>
            <dt>{t('shop.email')}</dt>
            <dd>
              <a className={styles.phone} href={`mailto:${email}`} aria-label={t('header.mail', { email })}>
                {email}
              </a>
            </dd>
          </div>
        ) : null}
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
              <a className={styles.phone} href={`tel:${dialled(phone)}`} aria-label={t('header.call', { phone })}>
                {phone}
              </a>
            </dd>
          </div>
        ) : null}
      </dl>
      {isPlatform ? null : <p className={styles.powered}>{t('header.poweredBy')}</p>}
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
 * Open Now (green) or Closed (red) with the hours, accurate to the minute. A shop that is paused, suspended or without products
 * is closed, too.
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

/** Where the header has room for the main links, and for the facts about the shop. */
const WIDE = '(min-width: 1024px)';

/** Whether a media query matches; follows the window. */
function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}
