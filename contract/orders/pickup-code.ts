/** The pickup code of an order: four digits that its customer shows, and that its shop may ask for at the handover. */
export const isPickupCode = (text: string): boolean => /^\d{4}$/.test(text);

type PickupQr = { orderNumber: string; code: string };

/** The text of its QR code. */
export const pickupQrText = ({ orderNumber, code }: PickupQr): string => `haat:${orderNumber}:${code}`;

/** Reads such a text; undefined for any other QR code. */
export function readPickupQr(text: string): PickupQr | undefined {
  const [, orderNumber, code] = /^haat:([^:]+):(\d{4})$/.exec(text.trim()) ?? [];
  return orderNumber !== undefined && code !== undefined ? { orderNumber, code } : undefined;
}
