import { stopHelping } from '@haat/contract/platform/operator-shops.calls';
import { shopName } from '@haat/contract/shops/shop';
import { getShop } from '@haat/contract/shops/shops.calls';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { useSession, useSessionSend } from '../../shared/session/SessionProvider.tsx';
import { isHelping } from '../../shared/session/shop-role.ts';
import { continueSession } from '../../shared/session/switch-shop.ts';
import { useText } from '../../i18n/use-text.ts';
import { sendRequest } from '../../lib/api.ts';
import { useCall } from '../../lib/call-query.ts';
import { Button } from '../../ui/Button.tsx';
import print from '../../ui/print.module.css';
import { useRefusalText } from '../../ui/use-error-text.ts';
import styles from './BackOfficeHeader.module.css';

/** Tells an operator above every screen that they act for a shop, and ends it. */
export function HelpBand() {
  const session = useSession();
  const { shopId, shopSlug } = session;
  if (!isHelping(session) || shopId === undefined || shopSlug === undefined) return null;
  return <Band shopId={shopId} slug={shopSlug} />;
}

function Band({ shopId, slug }: { shopId: number; slug: string }) {
  const t = useText();
  const navigate = useNavigate();
  const send = useSessionSend();
  const textOf = useRefusalText('help.failed');
  const { data: shop } = useCall(getShop, { params: { slug } });
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => continueSession((bearer) => sendRequest(stopHelping, {}, bearer)),
    onSuccess: (tokens) => {
      void navigate(`/operator/shops/${shopId}`);
      send({ type: 'signedIn', tokens });
    },
  });
  const problem = textOf(error);
  return (
    <aside className={`${styles.band} ${print.notPrinted}`} aria-label={t('help.label')}>
      <p>
        <strong>{t('help.band', { name: shopName(shop ?? { slug }) })}</strong> <span>{t('help.hint')}</span>
        {problem ? <span role="alert"> {problem}</span> : null}
      </p>
      <Button look="secondary" disabled={isPending} onClick={() => mutate()}>
        {t('help.stop')}
      </Button>
    </aside>
  );
}
