import { useSelector } from '@xstate/react';
import { useSyncExternalStore } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { releaseDevice } from './bluetooth-printer.ts';
import { chooseColumns, onColumnsChosen, receiptColumns } from './columns.ts';
import { forgetPrinter } from './printer-memory.ts';
import { receiptPrinter } from './receipt-printer.ts';
import styles from './ReceiptPrinterPanel.module.css';

type Props = { onClose: () => void };

/** The receipt printer of this device: which one, how wide its paper is, and a print to try it. */
export function ReceiptPrinterPanel({ onClose }: Props) {
  const t = useText();
  const isBusy = useSelector(receiptPrinter, (state) => state.hasTag('busy'));
  const printer = useSelector(receiptPrinter, ({ context }) => context.printer);
  const choose = () => receiptPrinter.send({ type: 'printer.asked' });
  return (
    <div className={styles.panel}>
      <h2>{t('receipts.printer')}</h2>
      <PrinterState />
      <div className={styles.tools}>
        <Button look={printer ? 'secondary' : 'primary'} disabled={isBusy} onClick={choose}>
          {t(printer ? 'receipts.chooseOther' : 'receipts.choose')}
        </Button>
        {printer ? <KnownPrinterTools isBusy={isBusy} /> : null}
      </div>
      <PaperChoice />
      <Button look="quiet" onClick={onClose}>
        {t('common.close')}
      </Button>
    </div>
  );
}

function PrinterState() {
  const t = useText();
  const printer = useSelector(receiptPrinter, ({ context }) => context.printer);
  const isReached = useSelector(
    receiptPrinter,
    (state) => state.matches({ reached: 'ready' }) || state.matches({ reached: 'printing' }),
  );
  const isBusy = useSelector(receiptPrinter, (state) => state.hasTag('busy'));
  if (!printer) return <p role="status">{t('receipts.none')}</p>;
  const state = isReached ? 'receipts.connected' : isBusy ? 'receipts.connecting' : 'receipts.notConnected';
  return (
    <div role="status">
      <p className={styles.name}>{printer.name || t('receipts.unnamed')}</p>
      <p className={styles.hint}>{t(state)}</p>
      {isReached ? null : <p className={styles.hint}>{t('receipts.reloadHint')}</p>}
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
    forgetPrinter();
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
  const columns = useSyncExternalStore(onColumnsChosen, receiptColumns);
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
