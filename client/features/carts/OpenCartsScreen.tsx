import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { useKeptPlace } from '../cart/use-kept-place.ts';
import { OpenCartCard } from './OpenCartCard.tsx';
import styles from './OpenCarts.module.css';
import { useOpenCarts } from './use-open-carts.ts';

/** The carts that wait in all shops: nobody has to remember where something lies. */
export function OpenCartsScreen() {
  const t = useText();
  const { carts, remove } = useOpenCarts();
  const { list, keepPlace } = useKeptPlace(carts.length);
  return (
    <Page title={t('carts.title')} narrow>
      {carts.length === 0 ? (
        <EmptyState text={t('carts.empty')}>
          <Link className={buttonClass('primary')} to="/">
            {t('carts.findShops')}
          </Link>
        </EmptyState>
      ) : (
        <ul ref={list} className={styles.list} onFocus={keepPlace}>
          {carts.map((open) => (
            <li key={open.shopSlug}>
              <OpenCartCard open={open} onRemove={(shop) => remove(open, shop)} />
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}
