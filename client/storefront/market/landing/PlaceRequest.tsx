import '../../../i18n/landing-texts.ts';
import { getPlaceRequest, requestPlace, withdrawPlaceRequest } from '@haat/contract/accounts/users.calls';
import type { Place } from '@haat/machines/shops/shop-discovery.machine';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useText } from '../../../i18n/use-text.ts';
import { call } from '../../../lib/api.ts';
import { useCall } from '../../../lib/call-query.ts';
import { MAIN_SHOP_SLUG } from '../../../lib/config.ts';
import { reload } from '../../../lib/reload.ts';
import { Button, buttonClass } from '../../../ui/Button.tsx';
import { Row } from '../../../ui/Card.tsx';
import { useSession } from '../../../shared/session/SessionProvider.tsx';

/** In degrees, about five kilometres: the same place as far as shops are concerned. */
const SAME = 0.05;

/** Where no shop serves the place: the user is told when one does. Guests log in first. */
export function PlaceRequest({ place }: { place: Place }) {
  const t = useText();
  const { isSignedIn } = useSession();
  if (isSignedIn) return <OwnRequest place={place} />;
  return (
    <Row>
      <Link to={`/${MAIN_SHOP_SLUG}/login`} className={buttonClass('secondary')}>
        {t('placeRequest.logIn')}
      </Link>
    </Row>
  );
}

function OwnRequest({ place: { lat: latitude, lng: longitude } }: { place: Place }) {
  const t = useText();
  const queries = useQueryClient();
  const { data } = useCall(getPlaceRequest);
  const { mutate, isPending, isError } = useMutation({
    mutationFn: (isWanted: boolean) =>
      isWanted ? call(requestPlace, { body: { latitude, longitude } }) : call(withdrawPlaceRequest),
    onSuccess: () => reload(queries, [getPlaceRequest.path]),
  });
  if (!data) return null;
  const asked = data.place;
  const isAsked =
    asked !== null && Math.abs(asked.latitude - latitude) < SAME && Math.abs(asked.longitude - longitude) < SAME;
  return (
    <>
      <Row>
        {isAsked ? <p role="status">{t('placeRequest.asked')}</p> : null}
        <Button look={isAsked ? 'quiet' : 'secondary'} disabled={isPending} onClick={() => mutate(!isAsked)}>
          {t(isAsked ? 'placeRequest.withdraw' : 'placeRequest.ask')}
        </Button>
      </Row>
      {isError ? <p role="alert">{t('placeRequest.failed')}</p> : null}
    </>
  );
}
