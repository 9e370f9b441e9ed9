import type { DiscoveryObstacle } from '@haat/machines/discovery/shop-discovery.machine';
import { Link } from 'react-router-dom';
import type { TextId } from '../../i18n/text-id.ts';
import { useText } from '../../i18n/use-text.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Button } from '../../ui/Button.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { OpenCartsLink } from '../carts/OpenCartsLink.tsx';
import { InstallApp } from './InstallApp.tsx';
import { VisitCount } from './VisitCount.tsx';
import styles from './Welcome.module.css';

// The subtitle reads the same before and after a search that found nothing: this says that there was one.
const OBSTACLES: Record<DiscoveryObstacle, TextId> = {
  place: 'landing.noPlace',
  answer: 'landing.noAnswer',
  shops: 'landing.noneNear',
};

type Props = {
  obstacle?: DiscoveryObstacle | undefined;
  isFound?: boolean;
  isSearching?: boolean;
  findShops?: () => void;
};

/** The dashboard's heading, how the search for shops around the visitor stands, and where else to go from here. */
export function Welcome({ obstacle, isFound = false, isSearching = false, findShops }: Props) {
  const t = useText();
  return (
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
  );
}
