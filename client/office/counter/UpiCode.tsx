import { formatPaise } from '@haat/contract/rupees';
import { shopName } from '@haat/contract/shops/shop';
import { upiLink } from '@haat/contract/payments/upi';
import { useQuery } from '@tanstack/react-query';
import { QRCodeSVG } from 'qrcode.react';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { Notice } from '../../ui/Notice.tsx';
import { receiptShopQuery } from '../orders/receipts/receipt-shop.ts';
import styles from './CounterSaleScreen.module.css';

type Props = { shopId: number; paise: number };

/** The QR code that pays the sum to the shop. That it has arrived is what the shop's own phone says. */
export function UpiCode({ shopId, paise }: Props) {
  const t = useText();
  const { data: shop } = useQuery(receiptShopQuery(shopId));
  const vpa = shop?.upiVpa;
  return (
    <div className={styles.upi}>
      {vpa && shop ? (
        <>
          <div className={styles.code}>
            <QRCodeSVG
              value={upiLink({ vpa, name: shopName(shop), amountPaise: paise, note: t('counterSale.title') })}
              size={220}
              marginSize={4}
              title={t('counterSale.qrTitle', { amount: formatPaise(paise) })}
            />
          </div>
          <p>{vpa}</p>
        </>
      ) : shop ? (
        <Notice>
          <p>{t('counterSale.noVpa')}</p>
          <Link to={`/${shop.slug}/admin/settings`}>{t('counterSale.toSettings')}</Link>
        </Notice>
      ) : null}
      <p>{t('counterSale.upiHint')}</p>
    </div>
  );
}
