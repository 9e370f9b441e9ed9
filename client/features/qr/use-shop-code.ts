import type { ShopView } from '@haat/contract/api/shops.schema';
import { isProductBarcode } from '@haat/contract/rules/product-barcode';
import { shopSlugOf } from '@haat/contract/rules/shop-code';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { TextId } from '../../i18n/text-id.ts';
import { isMissing } from '../../lib/api-error.ts';
import { ownOrigins } from '../../lib/public-address.ts';
import { shopQuery } from '../../lib/queries.ts';

class NotAShopCode extends Error {
  readonly textId: TextId;

  constructor(textId: TextId) {
    super(textId);
    this.textId = textId;
  }
}

type Check = { isChecking: boolean; problem?: TextId };

/** Leads from a scanned or typed text to the login of its shop, once the server knows that shop. Spec section 2, QR screens. */
export function useShopCode() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [check, setCheck] = useState<Check>({ isChecking: false });
  const isHere = useIsHere();

  const read = async (text: string): Promise<void> => {
    if (check.isChecking) return;
    setCheck({ isChecking: true });
    try {
      const { slug } = await findShop(queries, text);
      // Whoever left meanwhile is not called back.
      if (isHere()) void navigate(`/${slug}/login`);
    } catch (error) {
      setCheck({ isChecking: false, problem: problemOf(error) });
    }
  };
  return { ...check, read: (text: string) => void read(text) };
}

function useIsHere(): () => boolean {
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return () => isHere.current;
}

async function findShop(queries: QueryClient, text: string): Promise<ShopView> {
  const slug = shopSlugOf(text, ownOrigins());
  if (!slug) throw new NotAShopCode(isProductBarcode(text.trim()) ? 'qrLogin.barcode' : 'qrLogin.notShop');
  return queries.fetchQuery({ ...shopQuery(slug), networkMode: 'always' });
}

function problemOf(error: unknown): TextId {
  if (error instanceof NotAShopCode) return error.textId;
  return isMissing(error) ? 'header.notFound' : 'header.failed';
}
