import { shopName } from '@haat/contract/rules/shop-name';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { shopQuery } from '../../lib/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Poster } from './Poster.tsx';
import styles from './PosterScreen.module.css';

/** A page for the counter, printed on one sheet of A4. */
export function PosterScreen() {
  const t = useText();
  const { shopSlug = '' } = useParams();
  const { data: shop, error, refetch } = useQuery(shopQuery(shopSlug));
  return (
    <Page title={t('poster.title')} narrow>
      <div className={styles.tools}>
        <p>{t('poster.lead')}</p>
        <Button disabled={!shop} onClick={() => window.print()}>
          {t('poster.print')}
        </Button>
      </div>
      {shop ? <Poster slug={shop.slug} name={shopName(shop)} address={shop.address} /> : null}
      {!shop && error ? <LoadFailure text={t('header.failed')} onRetry={() => void refetch()} /> : null}
      {!shop && !error ? <Skeleton height="640px" radius="var(--radius-card)" /> : null}
    </Page>
  );
}
