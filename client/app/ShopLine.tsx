import { dialled } from '@haat/contract/shops/shop';
import type { ShopView } from '@haat/contract/shops/shops.calls';
import { createElement, type ReactNode, useState, useSyncExternalStore } from 'react';
import { type TextId, useText } from '../i18n/use-text.ts';
import { MAIN_SHOP_SLUG } from '../lib/config.ts';
import { showText } from '../ui/toasts.tsx';
import header from './Header.module.css';
import { OpenBadge } from './OpenBadge.tsx';
import type { ShopDetails } from './ShopDetails.tsx';
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
  const [open, details] = useDetails(shop);
  return (
    <>
      <button type="button" className={header.button} aria-label={t(label)} aria-haspopup="dialog" onClick={open}>
        <span className={styles.info} aria-hidden="true" />
      </button>
      {details}
    </>
  );
}

function FactsButton({ shop }: Props) {
  const [open, details] = useDetails(shop);
  return (
    <>
      <button type="button" className={styles.factsButton} aria-haspopup="dialog" onClick={open}>
        <OpenBadge hours={shop} />
        {shop.address ? <span className={styles.address}>{shop.address}</span> : null}
        <span className={styles.info} aria-hidden="true" />
      </button>
      {details}
    </>
  );
}

/** Opens everything about the shop in a dialog, which is fetched when it is first opened. */
function useDetails(shop: ShopView): [open: () => void, dialog: ReactNode] {
  const t = useText();
  const [dialog, setDialog] = useState<typeof ShopDetails>();
  const open = () => {
    import('./ShopDetails.tsx').then(
      (module) => setDialog(() => module.ShopDetails),
      () => showText('error', t('error.chunkTitle')),
    );
  };
  return [open, dialog ? createElement(dialog, { shop, onClose: () => setDialog(undefined) }) : null];
}

function Phone({ shop: { phone } }: Props) {
  const t = useText();
  return phone ? (
    <a className={styles.contact} href={`tel:${dialled(phone)}`} aria-label={t('header.call', { phone })}>
      {phone}
    </a>
  ) : null;
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
