import type { CounterItem } from '@haat/contract/api/counter-sales';
import { useSelector } from '@xstate/react';
import { useRef, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { LoadFailure } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { randomKey } from '../../lib/storage.ts';
import { usePreload } from '../../lib/use-preload.ts';
import { useHandScanner } from '../scanner/keyboard-wedge.ts';
import { useGuardedShop } from '../session/RouteGuard.tsx';
import { BasketPanel } from './BasketPanel.tsx';
import { useCounterItems } from './counter-items-query.ts';
import { findByCode, readTyped } from './find-items.ts';
import { ItemPicker } from './ItemPicker.tsx';
import { PaymentPanel } from './PaymentPanel.tsx';
import { ReturnSaleDialog, SoldNotice } from './SoldNotice.tsx';
import { type Counter, useCounter } from './use-counter.ts';
import { hasRealKeyboard, useCounterKeys } from './use-counter-keys.ts';
import styles from './CounterSaleScreen.module.css';

/** Sells over the counter: items are scanned or tapped, cash or UPI is received, and the next customer comes. */
export function CounterSaleScreen() {
  const t = useText();
  const { shopId } = useGuardedShop();
  const { data: items, error, refetch } = useCounterItems(shopId);
  return (
    <Page title={t('counterSale.title')}>
      {items ? (
        <CounterOfShop
          key={shopId}
          shopId={shopId}
          items={items}
          readAgain={async () => (await refetch()).data ?? []}
        />
      ) : error ? (
        <LoadFailure text={t('counterSale.loadFailed')} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height="480px" radius="var(--radius-card)" />
      )}
    </Page>
  );
}

const ScanDialog = lazyDialog(() => import('./ScanItemsDialog.tsx'), 'ScanItemsDialog');
const FindSaleDialog = lazyDialog(() => import('./FindSaleDialog.tsx'), 'FindSaleDialog');
const LATER = [ScanDialog, FindSaleDialog, ReturnSaleDialog];

type CounterProps = { shopId: number } & Pick<Picking, 'items' | 'readAgain'>;

function CounterOfShop({ shopId, items, readAgain }: CounterProps) {
  const t = useText();
  const counter = useCounter(shopId);
  const picker = usePicker({ counter, items, readAgain });
  const [isScanning, setScanning] = useState(false);
  const [isFinding, setFinding] = useState(false);
  const isPaying = useSelector(counter, (state) => state.matches('paying'));
  usePreload(LATER);

  return (
    <div className={styles.counter}>
      <div className={styles.items}>
        <ItemPicker
          items={items}
          typed={picker.typed}
          search={picker.search}
          onType={picker.type}
          onPick={picker.pick}
          onEnter={picker.enter}
          onScan={() => setScanning(true)}
        />
      </div>
      <div className={styles.side}>
        <SoldNotice counter={counter} shopId={shopId} />
        {picker.unknown ? <Notice tone="error">{t('counterSale.unknownCode', { code: picker.unknown })}</Notice> : null}
        {isPaying ? <PaymentPanel counter={counter} shopId={shopId} /> : <BasketPanel counter={counter} />}
        <Button look="quiet" onClick={() => setFinding(true)}>
          {t('counterSale.find')}
        </Button>
      </div>
      {isScanning ? <ScanDialog onCode={picker.scan} onClose={() => setScanning(false)} counter={counter} /> : null}
      {isFinding ? <FindSaleDialog shopId={shopId} onClose={() => setFinding(false)} /> : null}
    </div>
  );
}

type Picking = {
  counter: Counter;
  items: readonly CounterItem[];
  readAgain: () => Promise<readonly CounterItem[]>;
};

/** The search with its quantity, and what scanners and keys do. */
function usePicker({ counter, items, readAgain }: Picking) {
  const search = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [unknown, setUnknown] = useState<string>();
  const type = (text: string) => {
    setTyped(text);
    setUnknown(undefined);
  };
  const pick = (item: CounterItem) => {
    counter.send({ type: 'added', item, quantity: readTyped(typed).quantity });
    type('');
    if (hasRealKeyboard()) search.current?.focus();
  };
  /** Whether the code is that of an item, which is then added. */
  const scan = async (code: string): Promise<boolean> => {
    // A slow scanner, or a busy device: the first digits were taken for typed ones.
    const typedBefore = readTyped(search.current?.value ?? '').search;
    const find = (all: readonly CounterItem[]) => findByCode(all, code) ?? findByCode(all, typedBefore + code);
    // It may have been added a moment ago.
    const item = find(items) ?? find(await readAgain());
    if (item) pick(item);
    else setUnknown(code);
    return item !== undefined;
  };
  /** Enter alone: to the payment, and there the exact sum in cash. */
  const goOn = () => {
    const { value, context } = counter.getSnapshot();
    if (value !== 'paying') counter.send({ type: 'pay', payment: 'cod' });
    else if (context.payment === 'cod') counter.send({ type: 'received', key: randomKey() });
  };
  const enter = (first: CounterItem | undefined) => {
    const { search: text } = readTyped(typed);
    if (text === '') goOn();
    else if (/^\d{8,}$/.test(text)) void scan(text);
    else if (first) pick(first);
  };
  useHandScanner((code) => void scan(code));
  useCounterKeys({ search, onEnter: goOn, onEscape: () => counter.send({ type: 'back' }) });
  return { search, typed, unknown, type, pick, scan, enter };
}
