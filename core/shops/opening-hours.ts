import type { OpeningHours } from '@haat/contract/shops/opening-hours';
import type { Shop } from '../db/shops.models.ts';

/** The opening hours of a shop, as the contract has them. */
export const openingOf = ({ openTime, closeTime, timeZone, hours }: Shop): OpeningHours => ({
  open_time: openTime,
  close_time: closeTime,
  time_zone: timeZone,
  hours,
});
