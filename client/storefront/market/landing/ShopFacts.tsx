import { useLingui } from '@lingui/react';
import { useCallback } from 'react';
import type { ShopCard } from '@haat/contract/shops/shops.calls';
import { isOpenAt, nextOpening } from '@haat/contract/shops/opening-hours';
import { formatPaiseShort, toPaise } from '@haat/contract/rupees';
import { namesIn } from '../../../i18n/language.ts';
import { useScriptLang } from '../../../i18n/use-script-lang.ts';
import { useClockText } from '../../../i18n/use-clock-text.ts';
import { useText } from '../../../i18n/use-text.ts';
import { ShopSign } from './ShopImage.tsx';
import styles from './ShopFacts.module.css';

type Props = { shop: ShopCard; now: Date };

/** The facts that visitors choose by: trade and address, open or closed, distance, smallest order. Three lines. */
export function ShopFacts({ shop, now }: Props) {
  const t = useText();
  const { distance_km: km, minordervalue } = shop;
  return (
    <span className={styles.facts}>
      <ShopPlace shop={shop} />
      <ShopState shop={shop} now={now} />
      <span className={styles.line}>
        {km === undefined ? null : <span>{t('landing.distance', { km: km.toFixed(1) })}</span>}
        <span>
          {minordervalue > 0
            ? t('landing.minimum', { amount: formatPaiseShort(toPaise(minordervalue)) })
            : t('landing.noMinimum')}
        </span>
      </span>
    </span>
  );
}

function ShopPlace({ shop: { trade, address, sign } }: Pick<Props, 'shop'>) {
  const nameOf = useTradeName();
  const langOf = useScriptLang();
  const name = trade ? nameOf(trade) : '';
  return (
    <span className={styles.place}>
      <ShopSign sign={sign} size={18} />
      <span className={styles.words}>
        {name ? <span lang={langOf(name)}>{name}</span> : null}
        {name && address ? ' · ' : null}
        {address ? <span lang={langOf(address)}>{address}</span> : null}
      </span>
    </span>
  );
}

/** Whether the shop is open, and when it opens. */
export function ShopState({ shop, now }: Props) {
  const t = useText();
  const { opening } = useClockText();
  if (shop.paused) return <span className={`${styles.line} ${styles.closed}`}>{t('header.paused')}</span>;
  const next = nextOpening(shop, now);
  const isOpen = isOpenAt(shop, now);
  return (
    <span className={styles.line}>
      <span className={isOpen ? styles.open : styles.closed}>{t(isOpen ? 'header.openNow' : 'header.closed')}</span>
      {next ? <span>{t('landing.opensAt', { time: opening(next) })}</span> : null}
    </span>
  );
}

/** Trades in the chosen language; one that only its shop uses stays as it was written. `useName` without packs and measures. */
function useTradeName(): (trade: string) => string {
  const { i18n } = useLingui();
  const { locale } = i18n;
  return useCallback(
    (trade) => {
      const names = namesIn(locale);
      return (Object.hasOwn(names, trade) && names[trade]) || trade;
    },
    [locale],
  );
}
