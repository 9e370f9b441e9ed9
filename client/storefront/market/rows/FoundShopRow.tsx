import type { ShopCard } from '@haat/contract/shops/shops.calls';
import { nextOpening } from '@haat/contract/shops/opening-hours';
import { shopName } from '@haat/contract/shops/shop';
import { Link } from 'react-router-dom';
import { useClockText } from '../../../i18n/use-clock-text.ts';
import { useMinute } from '../../../lib/use-minute.ts';
import { useScriptLang } from '../../../i18n/use-script-lang.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Stack } from '../../../ui/Card.tsx';
import { ShopPicture } from '../../../ui/ShopPicture.tsx';
import { FavouriteButton } from '../../../shared/favourites/FavouriteButton.tsx';
import looks from '../../../ui/looks.module.css';
import styles from './MarketRows.module.css';

/** A shop in a list, linked to its products, with the heart beside it. */
export function FoundShopRow({ shop }: { shop: ShopCard }) {
  const langOf = useScriptLang();
  const name = shopName(shop);
  return (
    <Stack as="li" gap={0}>
      <Link to={`/${shop.slug}/products`} className={`${styles.row} ${styles.shop}`}>
        <span className={styles.front}>
          <ShopPicture slug={shop.slug} picture={shop.picture} alt="" width={72} height={72} sizes="125px" />
        </span>
        <span className={styles.words}>
          <span className={styles.name} lang={langOf(name)}>
            {name}
          </span>
          {shop.address ? (
            <span className={looks.hint} lang={langOf(shop.address)}>
              {shop.address}
            </span>
          ) : null}
          <ShopState shop={shop} />
        </span>
      </Link>
      <FavouriteButton kind="shops" id={shop.id} name={name} />
    </Stack>
  );
}

/** Whether the shop is open, when it opens, and how far it is. */
export function ShopState({ shop }: { shop: ShopCard }) {
  const t = useText();
  const { opening } = useClockText();
  const now = useMinute();
  const { open: isOpen, distance_km: km } = shop;
  const next = shop.paused || isOpen ? undefined : nextOpening(shop, now);
  const state = isOpen ? 'header.openNow' : shop.paused ? 'header.paused' : 'header.closed';
  return (
    <span className={styles.state}>
      <span className={isOpen ? looks.good : looks.bad}>{t(state)}</span>
      {next ? <span>{t('landing.opensAt', { time: opening(next) })}</span> : null}
      {km === undefined ? null : <span>{t('landing.distance', { km: km.toFixed(1) })}</span>}
    </span>
  );
}
