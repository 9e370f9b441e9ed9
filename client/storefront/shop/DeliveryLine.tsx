import type { ShopView } from '@haat/contract/shops/shops.calls';
import {
  checkDelivery,
  type DeliveryVerdict,
  type Place,
  toDeliveryArea,
  toPlace,
} from '@haat/contract/shops/delivery-area';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { type TextId, useText } from '../../i18n/use-text.ts';
import { hasLocationPermission, locate } from '../../lib/browser.ts';
import { useAddresses } from '../../shared/addresses/use-addresses.ts';
import styles from './DeliveryLine.module.css';

const TEXTS: Record<DeliveryVerdict, TextId> = {
  delivers: 'products.delivers',
  tooFar: 'products.tooFar',
  unknown: 'products.unknownPlace',
};

type Props = { shop: ShopView };

/** Whether the shop delivers to the customer, on one line. A shop without a location delivers everywhere. */
export function DeliveryLine({ shop }: Props) {
  const t = useText();
  const { chosen, isLoading, isUnknown } = useAddresses();
  const location = useGrantedLocation(!chosen && !isLoading);
  const area = toDeliveryArea(shop);
  if (area.latitude === null || area.longitude === null) return t('address.deliverTo');
  const place = chosen ? toPlace(chosen) : location.place;
  const isKnown = chosen !== undefined || place !== undefined;
  const verdict = checkDelivery(area, place);
  const text = verdict === 'delivers' && !chosen ? 'products.deliversHere' : TEXTS[verdict];
  // Empty until it is known, so that the catalog below does not move.
  const isWaiting = isLoading || isUnknown || (!chosen && location.isLoading);
  return (
    <span className={styles.line} role="status">
      {!isWaiting && isKnown ? <span className={styles[verdict]}>{t(text)}</span> : null}
      {!isWaiting && !isKnown ? <Link to={`/${shop.slug}/address`}>{t('products.setAddress')}</Link> : null}
    </span>
  );
}

/** Where the device is, if the customer has allowed that before: the browser does not ask. */
function useGrantedLocation(isEnabled: boolean): { place: Place | undefined; isLoading: boolean } {
  const { data, isLoading } = useQuery({
    queryKey: ['own-location'],
    queryFn: readGrantedLocation,
    enabled: isEnabled,
    staleTime: 10 * 60_000,
    retry: false,
  });
  return { place: data ?? undefined, isLoading };
}

async function readGrantedLocation(): Promise<Place | null> {
  if (!(await hasLocationPermission())) return null;
  const { lat, lng } = await locate();
  return { latitude: lat, longitude: lng, accuracyMetres: 0 };
}
