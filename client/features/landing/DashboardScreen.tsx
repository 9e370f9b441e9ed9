import type { DiscoveryObstacle } from '@haat/machines/discovery/shop-discovery.machine';
import { Fragment, useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { TextId } from '../../i18n/text-id.ts';
import { useText } from '../../i18n/use-text.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Button } from '../../ui/Button.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import pageStyles from '../../ui/Page.module.css';
import styles from './DashboardScreen.module.css';
import { OpenCartsLink } from '../carts/OpenCartsLink.tsx';
import { InstallApp } from './InstallApp.tsx';
import { listAllShops, listShops } from './shop-list.ts';
import { ShopCarousel } from './ShopCarousel.tsx';
import { ShopGrid } from './ShopGrid.tsx';
import { useShopDiscovery } from './use-shop-discovery.ts';
import { VisitCount } from './VisitCount.tsx';

// The subtitle reads the same before and after a search that found nothing: this says that there was one.
const OBSTACLES: Record<DiscoveryObstacle, TextId> = {
  place: 'landing.noPlace',
  answer: 'landing.noAnswer',
  shops: 'landing.noneNear',
};

/** Spec section 2, landing dashboard. */
export function DashboardScreen() {
  const t = useText();
  const { shops, obstacle, isFound, isSearching, findShops } = useShopDiscovery();
  const listed = useMemo(() => listShops(shops), [shops]);
  const all = useMemo(() => listAllShops(shops), [shops]);

  return (
    <div className={pageStyles.page}>
      <div className={styles.welcome}>
        <div>
          <PageHeading>{t('landing.title')}</PageHeading>
          <p className={styles.subtitle}>{t(isFound ? 'landing.enableLocation' : 'landing.noShops')}</p>
          <p role="status" className={styles.obstacle}>
            {obstacle ? t(OBSTACLES[obstacle]) : ''}
          </p>
          <VisitCount />
        </div>
        <div className={styles.actions}>
          <Button look={isFound ? 'secondary' : 'primary'} onClick={findShops} disabled={isSearching}>
            {t(isSearching ? 'landing.searching' : isFound ? 'landing.findAgain' : 'landing.findShops')}
          </Button>
          <Link to="/qr-login" className={buttonClass('secondary')}>
            {t('menu.scanQr')}
          </Link>
          <OpenCartsLink />
          <InstallApp />
        </div>
      </div>
      {/* Shops that were found replace the known ones: moving those to new places would be a jump on the screen. */}
      <Fragment key={isFound ? 'found' : 'known'}>
        <ShopCarousel shops={listed} />
        <ShopGrid shops={all} />
      </Fragment>
    </div>
  );
}
