import '../../../i18n/catalog-texts.ts';
import type { AddressView } from '@haat/contract/accounts/users.calls';
import type { DiscoveryEvent } from '@haat/machines/shops/shop-discovery.machine';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { lazyComponent } from '../../../lib/lazy.ts';
import { chooseHere, useAddresses, useIsHere } from '../../../shared/addresses/use-addresses.ts';
import { useLabelText } from '../../../shared/addresses/use-label-text.ts';
import { useSession } from '../../../shared/session/SessionProvider.tsx';
import landingStyles from './DashboardScreen.module.css';
import styles from './OwnPlace.module.css';
import { type Discovery, FindShops, Subtitle } from './Welcome.tsx';

const PlaceDialog = lazyComponent(() => import('./PlaceDialog.tsx'), 'PlaceDialog');

type Props = {
  discovery: Discovery;
  send: (event: DiscoveryEvent) => void;
  /** Looks around the device, if that needs no permission prompt. */
  arrive: () => Promise<void>;
  /** Called once it is known where the user shops. */
  onKnown: () => void;
};

/** Where a logged-in user has things delivered, and the shops are looked for; without an address, the look around the device. */
export function OwnPlace({ discovery, send, arrive, onKnown }: Props) {
  const t = useText();
  const { addresses, chosen, isLoading } = useAddresses();
  const isHere = useIsHere();
  const locateHere = useLocateHere(discovery, send);
  const [isOpen, setOpen] = useState(false);
  useStart({ address: isHere ? undefined : chosen, isLoading }, { send, arrive, onKnown });

  if (isLoading) return <div className={landingStyles.place} />;
  if (!chosen) return <FindShops {...discovery} />;
  return (
    <>
      <button type="button" className={styles.place} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className={styles.line}>
          {t('address.deliveringTo')} <Whereabouts address={isHere ? undefined : chosen} />
        </span>
      </button>
      <Subtitle {...discovery} isGranted />
      {isOpen ? (
        <PlaceDialog
          addresses={addresses}
          chosenId={isHere ? undefined : chosen.id}
          onHere={locateHere}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

/** `Home, Jayanagar`; the place of the device without an address. */
function Whereabouts({ address }: { address: AddressView | undefined }) {
  const t = useText();
  const labelText = useLabelText()(address?.label);
  return (
    <strong data-address>{address ? `${labelText ?? address.name}, ${address.street}` : t('address.here')}</strong>
  );
}

type Start = { address: AddressView | undefined; isLoading: boolean };

/** Looks for the shops around the address, and again when another one is chosen; without one, around the device. */
function useStart({ address, isLoading }: Start, { send, arrive, onKnown }: Omit<Props, 'discovery'>): void {
  const { latitude: lat = null, longitude: lng = null } = address ?? {};
  const isElsewhere = isLoading || address !== undefined;
  const hasArrived = useRef(false);
  // Before the next paint: the shops appear together with the place.
  useLayoutEffect(() => {
    if (lat !== null && lng !== null) send({ type: 'placed', place: { lat, lng } });
  }, [lat, lng, send]);
  useLayoutEffect(() => {
    if (isLoading || hasArrived.current) return;
    hasArrived.current = true;
    if (isElsewhere) onKnown();
    else void arrive().then(onKnown);
  }, [isElsewhere, isLoading, arrive, onKnown]);
}

/** Looks around the device, which is the user's choice once it was located: else the address stays. */
function useLocateHere({ isSearching = false, rejection }: Discovery, send: Props['send']): () => void {
  const { userId } = useSession();
  const isAsked = useRef(false);
  useEffect(() => {
    if (!isAsked.current || isSearching) return;
    isAsked.current = false;
    if (rejection !== 'place') chooseHere(userId);
  }, [isSearching, rejection, userId]);
  return () => {
    isAsked.current = true;
    send({ type: 'locate' });
  };
}
