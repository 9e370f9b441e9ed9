import { QRCodeSVG } from 'qrcode.react';
import { PICKUP_QR_SIZE } from './pickup-qr-size.ts';

type Props = { text: string; title: string };

/** The quiet zone of four modules is part of the code: a dark page would cover the corners. */
export function PickupQr({ text, title }: Props) {
  return <QRCodeSVG value={text} size={PICKUP_QR_SIZE} marginSize={4} title={title} />;
}
