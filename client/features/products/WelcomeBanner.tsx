import { useText } from '../../i18n/use-text.ts';
import { DeliveryAddress } from '../addresses/DeliveryAddress.tsx';
import { useSession } from '../session/use-session.ts';
import styles from './WelcomeBanner.module.css';

/** Greets by name, or by the part of the email before the @, and says where orders go. Spec section 2, products. */
export function WelcomeBanner() {
  const t = useText();
  const { user, email } = useSession();
  const name = user?.name ?? email?.split('@')[0];
  return (
    <div className={styles.banner}>
      <p className={styles.hello}>{name ? t('products.welcome', { name }) : t('products.welcomeGuest')}</p>
      <DeliveryAddress />
    </div>
  );
}
