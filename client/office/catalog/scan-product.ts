import { isOwnCode } from '@haat/contract/catalog/barcode';
import { scan, type ScanAnswer } from '@haat/contract/orders/scan.calls';
import { readScannedText } from '@haat/machines/stock/scanned-text.machine';
import { call } from '../../lib/api.ts';
import { ownOrigins } from '../../lib/public-address.ts';

/** Without `product`, which has the prices, for members who may not see them. */
export type ScannedProduct = Extract<ScanAnswer, { kind: 'product' }>;

/** Asks the server which product of the shop a scanned or typed code names; undefined if none. */
export async function scanProduct(
  shopId: number,
  code: string,
  signal?: AbortSignal,
): Promise<ScannedProduct | undefined> {
  const answer = await call(scan, { query: { code, shopId }, ...(signal && { signal }) });
  return answer.kind === 'product' ? answer : undefined;
}

/** The code that a scanned text gives an item: its barcode, or what may be the shop's own code; undefined for any other text. */
export function itemCodeIn(text: string): string | undefined {
  const code = text.trim();
  return productCodeIn(text) ?? (isOwnCode(code) ? code : undefined);
}

/** The barcode of a product in a scanned or typed text; undefined for any other text. */
export function productCodeIn(text: string): string | undefined {
  const scanned = readScannedText({ text, origins: ownOrigins() });
  return scanned.kind === 'productCode' ? scanned.code : undefined;
}
