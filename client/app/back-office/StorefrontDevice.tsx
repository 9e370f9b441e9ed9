import { ShopBackOffice } from '../../office/orders/alerts/ShopBackOffice.tsx';
import { SharedDeviceLater } from './SharedDeviceLater.tsx';

/** Who works on a shared device, and its lock, without the frame of the back office. New orders ring there, too. */
export function StorefrontDevice() {
  return (
    <ShopBackOffice>
      <SharedDeviceLater />
    </ShopBackOffice>
  );
}
