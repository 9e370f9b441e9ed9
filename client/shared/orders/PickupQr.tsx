import { pickupQrText } from '@haat/contract/orders/pickup-code';
import { QRCodeSVG } from 'qrcode.react';
import { PICKUP_QR_SIZE } from './pickup-qr-size.ts';

type Props = Parameters<typeof pickupQrText>[0] & { title: string };

/** The quiet zone of four modules is part of the code: a dark page would cover the corners. */
export function PickupQr({ title, ...order }: Props) {
  return <QRCodeSVG value={pickupQrText(order)} size={PICKUP_QR_SIZE} marginSize={4} title={title} />;
}
