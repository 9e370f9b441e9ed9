import { useSelector } from '@xstate/react';
import { useState, useSyncExternalStore } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Row, Stack } from '../../../ui/Card.tsx';
import { ChoiceList } from '../../../ui/ChoiceList.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import looks from '../../../ui/looks.module.css';
import { releaseDevice } from './bluetooth-printer.ts';
import {
  chooseCodesAs,
  chooseColumns,
  codesAs,
  onPrinterSettings,
  receiptColumns,
  removePrinter,
} from './printer-settings.ts';
import { receiptPrinter } from './receipt-printer.ts';
import styles from './Receipt.module.css';

/** Opens the settings of the receipt printer. */
export function ReceiptPrinterButton() {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button look="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('receipts.printer')}
      </Button>
      {isOpen ? (
        <Dialog label={t('receipts.printer')} shape="sheet" onClose={close}>
          <ReceiptPrinterPanel onClose={close} />
        </Dialog>
      ) : null}
    </>
  );
}

type Props = { onClose: () => void };

/** The receipt printer of this device: its choice, paper width and a test print. */
function ReceiptPrinterPanel({ onClose }: Props) {
  const t = useText();
  const isBusy = useSelector(receiptPrinter, (state) => state.hasTag('busy'));
  const printer = useSelector(receiptPrinter, ({ context }) => context.printer);
  const choose = () => receiptPrinter.send({ type: 'printer.asked' });
  return (
    <Stack gap={4}>
      <h2>{t('receipts.printer')}</h2>
      <PrinterState />
      <Row align="stretch" gap={2}>
        <Button look={printer ? 'secondary' : 'primary'} disabled={isBusy} onClick={choose}>
          {t(printer ? 'receipts.chooseOther' : 'receipts.choose')}
        </Button>
        {printer ? <KnownPrinterTools isBusy={isBusy} /> : null}
      </Row>
      <PaperChoice />
      <CodesChoice />
      <Button look="quiet" onClick={onClose}>
        {t('common.close')}
      </Button>
    </Stack>
  );
}

function PrinterState() {
  const t = useText();
  const printer = useSelector(receiptPrinter, ({ context }) => context.printer);
  const isConnected = useSelector(
    receiptPrinter,
    (state) => state.matches({ reached: 'ready' }) || state.matches({ reached: 'printing' }),
  );
  const isBusy = useSelector(receiptPrinter, (state) => state.hasTag('busy'));
  if (!printer) return <p role="status">{t('receipts.none')}</p>;
  const state = isConnected ? 'receipts.connected' : isBusy ? 'receipts.connecting' : 'receipts.notConnected';
  return (
    <div role="status">
      <p className={styles.name}>{printer.name || t('receipts.unnamed')}</p>
      <p className={looks.hint}>{t(state)}</p>
      {isConnected ? null : <p className={looks.hint}>{t('receipts.reloadHint')}</p>}
    </div>
  );
}

function KnownPrinterTools({ isBusy }: { isBusy: boolean }) {
  const t = useText();
  const test = () =>
    receiptPrinter.send({
      type: 'print.asked',
      ticket: { key: 'test', number: t('receipts.test'), isCopy: false, order: undefined },
    });
  const forget = () => {
    removePrinter();
    receiptPrinter.send({ type: 'printer.forgotten' });
    void releaseDevice();
  };
  return (
    <>
      <Button look="secondary" disabled={isBusy} onClick={test}>
        {t('receipts.test')}
      </Button>
      <Button look="quiet" disabled={isBusy} onClick={forget}>
        {t('receipts.forget')}
      </Button>
    </>
  );
}

function PaperChoice() {
  const t = useText();
  const columns = useSyncExternalStore(onPrinterSettings, receiptColumns);
  const paper = (count: 32 | 48, width: number) => ({
    value: String(count),
    label: t('receipts.paperWidth', { width }),
    hint: t('receipts.paperLetters', { count }),
  });
  return (
    <ChoiceList
      label={t('receipts.paper')}
      choices={[paper(32, 58), paper(48, 80)]}
      chosen={String(columns)}
      onChoose={(value) => chooseColumns(value === '48' ? 48 : 32)}
    />
  );
}

/** The test print has a QR code: without one on the paper, the printer draws none. */
function CodesChoice() {
  const t = useText();
  const codes = useSyncExternalStore(onPrinterSettings, codesAs);
  return (
    <ChoiceList
      label={t('receipts.codes')}
      choices={[
        { value: 'printer', label: t('receipts.codesPrinter'), hint: t('receipts.codesPrinterHint') },
        { value: 'picture', label: t('receipts.codesPicture'), hint: t('receipts.codesPictureHint') },
      ]}
      chosen={codes}
      onChoose={(value) => chooseCodesAs(value === 'picture' ? 'picture' : 'printer')}
    />
  );
}
