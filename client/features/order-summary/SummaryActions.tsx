import { Link, useNavigate } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import type { PaymentStage } from '../payment/payment-stage.ts';
import styles from './OrderSummaryScreen.module.css';

type Props = { shopSlug: string; stage: PaymentStage; isCanceled: boolean };

/** The ways on. The cart was emptied when the order came on the screen, and is not by a payment that was not made. Spec section 4. */
export function SummaryActions({ shopSlug, stage, isCanceled }: Props) {
  const t = useText();
  const navigate = useNavigate();
  // Nothing is held any more, or nobody knows: the cart is where it goes on.
  const mayOrderAgain = stage === 'expired' || stage === 'returned' || (stage === 'unknown' && isCanceled);
  return (
    <div className={styles.actions}>
      {mayOrderAgain ? (
        <Link className={buttonClass()} to={`/${shopSlug}/order`}>
          {t('common.tryAgain')}
        </Link>
      ) : null}
      <Button look={stage === 'paid' ? 'primary' : 'secondary'} onClick={() => void navigate(`/${shopSlug}/products`)}>
        {t('summary.goToProducts')}
      </Button>
      <Link className={buttonClass('secondary')} to={`/${shopSlug}/order-history`}>
        {t('summary.history')}
      </Link>
    </div>
  );
}
