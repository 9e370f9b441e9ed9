import { shopName } from '@haat/contract/shops/shop';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { useOwnShops } from './own-shops.ts';
import { useSession } from './SessionProvider.tsx';
import { useSwitchShop } from './switch-shop.ts';

export type SwitchOfferProps = {
  /** The shop in the address, at which the session is not. */
  slug: string;
  title: string;
  /** For users who are no members of that shop. */
  otherwise: ReactNode;
};

/** In place of a screen of another shop of the user: leads the session to that shop, and so to the screen. */
export function SwitchOffer({ slug, title, otherwise }: SwitchOfferProps) {
  const t = useText();
  const { shopSlug: own } = useSession();
  const { data: shops, isPending } = useOwnShops();
  const { switchTo, isSwitching, refusal } = useSwitchShop();
  if (isPending) return <Page title={title} narrow />;
  const shop = shops?.find((each) => each.slug === slug);
  if (!shop) return otherwise;
  const present = shops?.find((each) => each.slug === own);
  return (
    <Page title={title} narrow>
      <EmptyState
        text={
          present
            ? t('switchShop.text', { present: shopName(present), shop: shopName(shop) })
            : t('switchShop.textCustomer', { shop: shopName(shop) })
        }
      >
        {refusal ? <Notice tone="error">{refusal}</Notice> : null}
        <Button disabled={isSwitching} onClick={() => switchTo(shop)}>
          {t('switchShop.switch', { shop: shopName(shop) })}
        </Button>
        {present ? (
          <Link className={buttonClass('quiet')} to={`/${present.slug}/shop-orders`}>
            {t('switchShop.stay', { shop: shopName(present) })}
          </Link>
        ) : null}
      </EmptyState>
    </Page>
  );
}
