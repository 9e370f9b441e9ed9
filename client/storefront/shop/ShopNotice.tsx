import type { ShopView } from '@haat/contract/shops/shops.calls';
import { type Fulfilment, isOpenAt, nextOpening } from '@haat/contract/shops/opening-hours';
import { isPausedAt, pauseEnd } from '@haat/contract/shops/pause';
import { useClockText } from '../../i18n/use-clock-text.ts';
import { useText } from '../../i18n/use-text.ts';
import { useMinute } from '../../lib/use-minute.ts';
import { Notice } from '../../ui/Notice.tsx';

type Props = { shop: ShopView; fulfilment?: Fulfilment };

/** Shown when the shop is paused, closed or busy: when it opens, whether it accepts orders until then, how long it needs. */
export function ShopNotice({ shop, fulfilment }: Props) {
  const t = useText();
  const { clock } = useClockText();
  const now = useMinute();
  const kind = shop.paused_fulfilment;
  if (isPausedAt(shop, now, fulfilment ?? kind)) {
    const end = pauseEnd(shop, shop.time_zone);
    if (kind)
      return <Notice>{end ? t(`shop.${kind}PausedUntil`, { time: clock(end) }) : t(`shop.${kind}Paused`)}</Notice>;
    return <Notice>{end ? t('shop.pausedUntil', { time: clock(end) }) : t('shop.paused')}</Notice>;
  }
  if (!isOpenAt(shop, now, fulfilment)) return <ClosedNotice shop={shop} fulfilment={fulfilment} now={now} />;
  return shop.rush_minutes ? <Notice>{t('shop.busy', { minutes: shop.ready_in_minutes ?? 0 })}</Notice> : null;
}

const NOT_NOW = { delivery: 'shop.noDelivery', takeaway: 'shop.noTakeaway' } as const;

/** When it opens; for a shop that is open for the other kind of order, when it delivers or hands over again. */
function ClosedNotice({ shop, fulfilment, now }: Props & { now: Date }) {
  const t = useText();
  const { opening } = useClockText();
  const next = nextOpening(shop, now, fulfilment);
  if (!next) return <Notice>{t('shop.closedForNow')}</Notice>;
  const time = opening(next);
  if (fulfilment && isOpenAt(shop, now)) return <Notice>{t(NOT_NOW[fulfilment], { time })}</Notice>;
  return <Notice>{t(shop.accepts_orders_when_closed ? 'shop.closedTakesOrders' : 'shop.closed', { time })}</Notice>;
}
