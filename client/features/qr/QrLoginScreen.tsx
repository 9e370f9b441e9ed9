import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { AlertDialog } from '../../ui/AlertDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { CameraScanner } from '../scanner/CameraScanner.tsx';
import { PRODUCT_CODES, type ScanFormat } from '../scanner/scan-formats.ts';
import styles from './QrLoginScreen.module.css';
import { useShopCode } from './use-shop-code.ts';

// Barcodes of goods are read as well, so that whoever holds one up is told that it is the wrong one.
const FORMATS: readonly ScanFormat[] = ['qr', ...PRODUCT_CODES];

/** Scan Shop QR to Login: a shop's code leads to its login, anything else is refused in words. Spec section 2, QR screens. */
export function QrLoginScreen() {
  const t = useText();
  const { read, isChecking, problem } = useShopCode();
  const [isAlerted, setAlerted] = useState(false);
  return (
    <Page title={t('qrLogin.title')} narrow>
      <p className={styles.lead}>{t('qrLogin.lead')}</p>
      <CameraScanner
        formats={FORMATS}
        typed={{ label: t('qrLogin.code'), hint: t('qrLogin.codeHint'), submit: t('qrLogin.open') }}
        onRead={({ text }) => read(text)}
        onCameraFailed={() => setAlerted(true)}
      >
        {isChecking ? <Notice>{t('qrLogin.checking')}</Notice> : null}
        {problem && !isChecking ? <Notice tone="error">{t(problem)}</Notice> : null}
      </CameraScanner>
      <p className={styles.codes}>
        <Link to="/qr-codes">{t('menu.qrCodes')}</Link>
      </p>
      {isAlerted ? <AlertDialog text={t('qrLogin.cameraProblem')} onClose={() => setAlerted(false)} /> : null}
    </Page>
  );
}
