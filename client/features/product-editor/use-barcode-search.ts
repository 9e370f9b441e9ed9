import type { ShopProduct } from '@haat/contract/api/products.schema';
import { isProductBarcode } from '@haat/contract/rules/product-barcode';
import { useRef, useState } from 'react';
import { findByBarcode } from './editor-queries.ts';

type Shelf = { shopId: number; productId: number | undefined };
/** What is known of the barcode of one choice: another product that has it, or that it is none of goods. */
type Finding = { at: number; owner?: ShopProduct; isUnusable?: boolean };

/** Looks whether another product of the shop has a barcode already. Spec section 2, Add Product. */
export function useBarcodeSearch({ shopId, productId }: Shelf, fill: (barcode: string, at: number) => void) {
  const [finding, setFinding] = useState<Finding>();
  const latest = useRef('');

  /** Resolves to whether the barcode is free. Without a line nobody knows; the server looks again when it is saved. */
  const isFree = async (barcode: string, at: number): Promise<boolean> => {
    latest.current = barcode;
    setFinding(undefined);
    const product = await findByBarcode(shopId, barcode).catch(() => undefined);
    if (latest.current !== barcode) return false;
    const owner = product?.id === productId ? undefined : product;
    if (owner) setFinding({ at, owner });
    return !owner;
  };
  /** One that was scanned: it is filled in where it is free. */
  const take = async (scanned: string, at: number): Promise<void> => {
    const barcode = scanned.trim();
    if (!isProductBarcode(barcode)) setFinding({ at, isUnusable: true });
    else if (await isFree(barcode, at)) fill(barcode, at);
  };
  /** One that was typed. */
  const look = async (typed: string, at: number): Promise<void> => {
    const barcode = typed.trim();
    if (isProductBarcode(barcode)) await isFree(barcode, at);
    else setFinding(undefined);
  };
  return { finding, take, look };
}
