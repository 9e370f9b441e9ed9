import { Link } from 'react-router-dom';
import { useScriptLang } from '../../i18n/use-script-lang.ts';
import { useText } from '../../i18n/use-text.ts';
import { ShopPicture } from '../../ui/ShopPicture.tsx';
import type { ListedShop } from './shop-list.ts';
import { ShopFacts } from './ShopFacts.tsx';
import styles from './ShopRow.module.css';

type Props = { shop: ListedShop };

/** A shop in one line of the list. */
export function ShopRow({ shop }: Props) {
  const t = useText();
  const langOf = useScriptLang();
  return (
    <Link to={`/${shop.slug}/products`} className={styles.row}>
      <span className={styles.front}>
        <ShopPicture slug={shop.slug} alt="" width={104} height={72} sizes="125px" />
      </span>
      <span className={styles.words}>
        <span className={styles.name} lang={langOf(shop.name)}>
          {shop.name}
        </span>
        <span className={styles.address} lang={langOf(shop.address ?? '')}>
          {shop.address ?? t('landing.explore')}
        </span>
        <ShopFacts shop={shop} />
      </span>
    </Link>
  );
}
