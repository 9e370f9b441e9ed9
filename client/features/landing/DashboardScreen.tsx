import { Fragment, useMemo } from 'react';
import pageStyles from '../../ui/Page.module.css';
import { listAllShops, listShops } from './shop-list.ts';
import { ShopCarousel } from './ShopCarousel.tsx';
import { ShopGrid } from './ShopGrid.tsx';
import { useShopDiscovery } from './use-shop-discovery.ts';
import { Welcome } from './Welcome.tsx';

/** Spec section 2, landing dashboard. What stands at its top, `FirstView` draws before the app is there. */
export function DashboardScreen() {
  const { shops, ...discovery } = useShopDiscovery();
  const listed = useMemo(() => listShops(shops), [shops]);
  const all = useMemo(() => listAllShops(shops), [shops]);

  return (
    <div className={pageStyles.page}>
      <Welcome {...discovery} />
      {/* Shops that were found replace the known ones: moving those to new places would be a jump on the screen. */}
      <Fragment key={discovery.isFound ? 'found' : 'known'}>
        <ShopCarousel shops={listed} />
        <ShopGrid shops={all} />
      </Fragment>
    </div>
  );
}
