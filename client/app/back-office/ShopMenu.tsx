import type { OwnShopView } from '@haat/contract/accounts/auth.calls';
import { Link } from 'react-router-dom';
import { useSession } from '../../shared/session/SessionProvider.tsx';
import { useScriptLang } from '../../i18n/use-script-lang.ts';
import { useText } from '../../i18n/use-text.ts';
import { lazyComponent, usePreload } from '../../lib/lazy.ts';
import { HeaderPopup } from './HeaderPopup.tsx';
import styles from './HeaderPopup.module.css';

const OwnShopList = lazyComponent(() => import('./OwnShopList.tsx'), 'OwnShopList');
const FOR_TAP = [OwnShopList];

type Props = {
  shops: readonly OwnShopView[];
  /** The shop that the screen is about; undefined for the platform. */
  slug: string | undefined;
  /** Its name, or that of the platform. */
  name: string;
};

/** The name of the shop, which opens the list of all shops of this member: the session switches to the one that is chosen. */
export function ShopMenu({ shops, slug, name }: Props) {
  const t = useText();
  const langOf = useScriptLang();
  const { isOperator } = useSession();
  usePreload(FOR_TAP);
  return (
    <HeaderPopup
      label={t('switchShop.menu', { shop: name })}
      align="start"
      look={styles.shopFace}
      face={
        <>
          <span className={styles.name} lang={langOf(name)}>
            {name}
          </span>
          <svg className={styles.arrow} viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
            <path d="m6 9.5 6 6 6-6" />
          </svg>
        </>
      }
    >
      {(close) => (
        <>
          <OwnShopList shops={shops} present={slug} onDone={close} />
          {isOperator ? (
            <Link className={styles.item} to="/operator/shops" onClick={close}>
              {t('backOffice.platform')}
            </Link>
          ) : null}
        </>
      )}
    </HeaderPopup>
  );
}
