import { type OperatorShopView, startHelping } from '@haat/contract/platform/operator-shops.calls';
import { shopName } from '@haat/contract/shops/shop';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { waitFor } from 'xstate';
import { useText } from '../i18n/use-text.ts';
import { sendRequest } from '../lib/api.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useRefusalText } from '../ui/use-error-text.ts';
import { SessionContext, useSessionSend } from '../shared/session/SessionProvider.tsx';
import { continueSession } from '../shared/session/switch-shop.ts';

type Props = { shop: OperatorShopView; look?: 'primary' | 'quiet' };

/** Opens the back office of a shop, for which the operator then acts like one of its admins. */
export function HelpShop({ shop: { id, slug, name }, look = 'primary' }: Props) {
  const t = useText();
  const navigate = useNavigate();
  const send = useSessionSend();
  const textOf = useRefusalText('help.failed');
  const session = SessionContext.useActor();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const tokens = await continueSession((bearer) => sendRequest(startHelping, { params: { id } }, bearer));
      send({ type: 'signedIn', tokens });
      // The shop's screens require a session that acts for it, which is known once the profile is loaded.
      await waitFor(session, ({ context: { user } }) => user?.helping === true && user.shop_id === id);
    },
    // Also when this screen has been drawn anew meanwhile, within the live feed of the shop.
    onSuccess: () => navigate(`/${slug}/shop-orders`),
  });
  const problem = textOf(error);
  return (
    <>
      <Button look={look} disabled={isPending} onClick={() => mutate()}>
        {t(look === 'quiet' ? 'help.short' : 'help.start')}
        <span className="visually-hidden"> {shopName({ slug, name })}</span>
      </Button>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
    </>
  );
}
