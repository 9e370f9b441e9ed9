import type { ShopView } from '@haat/contract/shops/shops.calls';
import { isOpenAt } from '@haat/contract/shops/opening-hours';
import { isPausedAt, pauseEnd } from '@haat/contract/shops/pause';
import { useClockText } from '../../i18n/use-clock-text.ts';
import { useText } from '../../i18n/use-text.ts';
import { useMinute } from '../../lib/use-minute.ts';
import { Notice } from '../../ui/Notice.tsx';

type Props = { shop: ShopView };

/** Shown when the shop is paused, closed or busy: when it opens, whether it accepts orders until then, how long it needs. */
export function ShopNotice({ shop }: Props) {
  const t = useText();
  const { clock } = useClockText();
  const now = useMinute();
  if (isPausedAt(shop, now)) {
    const end = pauseEnd(shop, shop.time_zone);
    return <Notice>{end ? t('shop.pausedUntil', { time: clock(end) }) : t('shop.paused')}</Notice>;
  }
  if (isOpenAt(shop, now))
    return shop.rush_minutes ? <Notice>{t('shop.busy', { minutes: shop.ready_in_minutes ?? 0 })}</Notice> : null;
  const time = clock(shop.open_time ?? '');
  return <Notice>{t(shop.accepts_orders_when_closed ? 'shop.closedTakesOrders' : 'shop.closed', { time })}</Notice>;
}
