import { PRODUCT_CODES, type ScanFormat } from '@haat/contract/orders/scanner';
import { scan } from '@haat/contract/orders/scan.calls';
import { getShop, type ShopView } from '@haat/contract/shops/shops.calls';
import { readScannedText } from '@haat/machines/stock/scanned-text.machine';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { type TextId, useText } from '../../i18n/use-text.ts';
import { call } from '../../lib/api.ts';
import { callQuery } from '../../lib/call-query.ts';
import { ownOrigins } from '../../lib/public-address.ts';
import { Stack } from '../../ui/Card.tsx';
import { AlertDialog } from '../../ui/Dialog.tsx';
import looks from '../../ui/looks.module.css';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { CameraScanner } from '../../shared/scanner/CameraScanner.tsx';

// Product barcodes are read too, so that the screen can say that it is the wrong code.
const FORMATS: readonly ScanFormat[] = ['qr', ...PRODUCT_CODES];

/** Scan Shop QR to Login: a shop's code leads to its login, any other text shows an error. */
export function QrLoginScreen() {
  const t = useText();
  const { read, isChecking, problem } = useShopCode();
  const [isAlerted, setAlerted] = useState(false);
  return (
    <Page title={t('qrLogin.title')} narrow>
      <Stack gap={4}>
        <p className={looks.pretty}>{t('qrLogin.lead')}</p>
        <CameraScanner
          formats={FORMATS}
          typed={{ label: t('qrLogin.code'), hint: t('qrLogin.codeHint'), submit: t('qrLogin.open') }}
          onRead={({ text }) => read(text)}
          // A device without a camera is no error, and the scanner says it.
          onCameraFailed={({ key }) => setAlerted(key !== 'scanner.noCamera')}
        >
          {isChecking ? <Notice>{t('qrLogin.checking')}</Notice> : null}
          {problem && !isChecking ? <Notice tone="error">{t(problem)}</Notice> : null}
        </CameraScanner>
        <p>
          <Link className={looks.link} to="/qr-codes">
            {t('menu.qrCodes')}
          </Link>
        </p>
      </Stack>
      {isAlerted ? <AlertDialog text={t('qrLogin.cameraProblem')} onClose={() => setAlerted(false)} /> : null}
    </Page>
  );
}

/** Finds the shop that a scanned or typed text names, and leads to its login. A text that names none is not sent. */
function useShopCode() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [rejection, setRejection] = useState<TextId>();
  const { mutate, isPending, data: found, error } = useMutation({ mutationFn: findShop, networkMode: 'always' });

  // Once the shop is found, its login is loading: another code must not change where this one leads.
  const isChecking = isPending || Boolean(found);
  const read = (text: string) => {
    if (isChecking) return;
    const scanned = readScannedText({ text, origins: ownOrigins() });
    if (scanned.kind === 'shop' || scanned.kind === 'shopLink') {
      setRejection(undefined);
      // Not called when the screen was left meanwhile.
      mutate(scanned.slug, {
        onSuccess: (shop) => {
          if (!shop) return setRejection('header.notFound');
          queries.setQueryData(callQuery(getShop, { params: { slug: shop.slug } }).queryKey, shop);
          void navigate(`/${shop.slug}/login`);
        },
      });
    } else {
      setRejection(scanned.kind === 'productCode' ? 'qrLogin.barcode' : 'qrLogin.notShop');
    }
  };
  return { read, isChecking, problem: rejection ?? (error ? 'header.failed' : undefined) };
}

/** The shop of a slug. Only this device knows all addresses that its links may have, so it sends none of them. */
async function findShop(slug: string): Promise<ShopView | null> {
  const answer = await call(scan, { query: { code: slug } });
  return answer.kind === 'shop' ? answer.shop : null;
}
