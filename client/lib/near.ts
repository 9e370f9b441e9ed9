import type { Place } from '@haat/machines/shops/shop-discovery.machine';

/**
 * The place as the calls take it. Four decimals are eleven metres: enough to find a shop, and the same address serves the whole
 * street from a cache.
 */
export const near = ({ lat, lng }: Place) => ({ lat: lat.toFixed(4), lng: lng.toFixed(4) });
