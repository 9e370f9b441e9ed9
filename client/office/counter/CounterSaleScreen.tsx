import type { CounterItem } from '@haat/contract/orders/counter-sales.calls';
import { isLoose } from '@haat/contract/orders/adjustment';
import { readTyped, type TypedItem } from '@haat/contract/orders/typed-item';
import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import { useRef, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { randomKey } from '../../lib/storage.ts';
import { usePreload } from '../../lib/lazy.ts';
import { OfficeLoadFailure } from '../shop/OfficeLoadFailure.tsx';
import { receiptShopQuery } from '../orders/receipts/receipt-shop.ts';
import { RECEIPT_PARTS } from '../orders/receipts/PrinterTools.tsx';
import { useHandScanner } from '../../shared/scanner/keyboard-wedge.ts';
import { useGuardedShop } from '../../shared/session/RouteGuard.tsx';
import { BasketPanel } from './BasketPanel.tsx';
import { useCounterItems, useItemLookup } from './counter-items-query.ts';
import { findByCode, findScanned, type ScannedItem } from './find-items.ts';
import { ItemPicker } from './ItemPicker.tsx';
import { PaymentPanel, UpiCode } from './PaymentPanel.tsx';
import { ReturnSaleDialog, SoldNotice } from './SoldNotice.tsx';
import { type Counter, useCounter } from './use-counter.ts';
import { hasRealKeyboard, useCounterKeys } from './use-counter-keys.ts';
import styles from './CounterSaleScreen.module.css';

/** Sells over the counter: items are scanned or tapped, paid, and the next customer comes. */
export function CounterSaleScreen() {
  const t = useText();
  const { shopId } = useGuardedShop();
  const { data: items, error, refetch } = useCounterItems(shopId);
  return (
    <Page title={t('counterSale.title')}>
      {items ? (
        <CounterOfShop key={shopId} shopId={shopId} items={items} />
      ) : error ? (
        <OfficeLoadFailure text={t('counterSale.loadFailed')} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height="480px" radius="var(--radius-card)" />
      )}
    </Page>
  );
}

const ScanDialog = lazyDialog(() => import('./ScanItemsDialog.tsx'), 'ScanItemsDialog');
const FindSaleDialog = lazyDialog(() => import('./FindSaleDialog.tsx'), 'FindSaleDialog');
const LATER = [ScanDialog, FindSaleDialog, ReturnSaleDialog, UpiCode, RECEIPT_PARTS];

type CounterProps = Pick<Picking, 'shopId' | 'items'>;

function CounterOfShop({ shopId, items }: CounterProps) {
  const t = useText();
  const counter = useCounter(shopId);
  const picker = usePicker({ counter, shopId, items });
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
        <div className={styles.find}>
          <Button look="quiet" wide onClick={() => setFinding(true)}>
            {t('counterSale.find')}
          </Button>
        </div>
      </div>
      {isScanning ? <ScanDialog onCode={picker.scan} onClose={() => setScanning(false)} counter={counter} /> : null}
      {isFinding ? <FindSaleDialog shopId={shopId} onClose={() => setFinding(false)} /> : null}
    </div>
  );
}

type Picking = { counter: Counter; shopId: number; items: readonly CounterItem[] };

/** The search with its quantity, and what scanners and keys do. */
function usePicker({ counter, shopId, items }: Picking) {
  const lookUp = useItemLookup(shopId);
  const { data: shop } = useQuery(receiptShopQuery(shopId));
  const search = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [unknown, setUnknown] = useState<string>();
  const type = (text: string) => {
    setTyped(text);
    setUnknown(undefined);
  };
  const pick = (item: CounterItem) => {
    counter.send({ type: 'added', ...asTyped({ item }, readTyped(typed)) });
    type('');
    if (hasRealKeyboard()) search.current?.focus();
  };
  const lookups = useRef<Promise<boolean>>(undefined);
  /** Adds the item with this code; false if there is none. The search is free for the next code meanwhile. */
  const scan = (code: string): Promise<boolean> => {
    // A slow scanner, or a busy device: the first digits were taken for typed ones.
    const before = readTyped(search.current?.value ?? '');
    const joined = before.search + code;
    const add = (scanned: ScannedItem | undefined) => {
      if (scanned) counter.send({ type: 'added', ...asTyped(scanned, before) });
      else setUnknown(code);
      return scanned !== undefined;
    };
    type('');
    if (hasRealKeyboard()) search.current?.focus();
    const known = findScanned(items, code, shop?.scaleLabel) ?? findScanned(items, joined, shop?.scaleLabel);
    if (known) return Promise.resolve(add(known));
    // It may have been added a moment ago. The payment waits for the answer: see `goOn`.
    const found = lookUp(code).then((first) => first ?? (joined === code ? undefined : lookUp(joined)));
    const lookup = Promise.all([found, lookups.current]).then(([first, areKnown = true]) => add(first) && areKnown);
    lookups.current = lookup;
    void lookup.finally(() => {
      if (lookups.current === lookup) lookups.current = undefined;
    });
    return lookup;
  };
  /** Enter alone: to the payment, and there the exact sum in cash. An item that is still looked up is part of the sale. */
  const goOn = async () => {
    if (lookups.current && !(await lookups.current)) return;
    const { value, context } = counter.getSnapshot();
    if (value !== 'paying') counter.send({ type: 'pay', payment: 'cod' });
    else if (context.payment === 'cod') counter.send({ type: 'received', key: randomKey() });
  };
  const enter = (first: CounterItem | undefined) => {
    const { search: text, weighed } = readTyped(typed);
    const coded = findByCode(items, text);
    // A weight waits for its item.
    if (text === '') void (weighed || goOn());
    else if (coded) pick(coded);
    // A code that was typed by hand comes back to be corrected.
    else if (/^\d{8,}$/.test(text)) void scan(text).then((isKnown) => isKnown || setTyped((now) => now || text));
    else if (first) pick(first);
  };
  useHandScanner((code) => void scan(code));
  useCounterKeys({ search, onEnter: () => void goOn(), onEscape: () => counter.send({ type: 'back' }) });
  return { search, typed, unknown, type, pick, scan, enter };
}

/** The item with the quantity, or the weight or amount, that was typed before it. Sealed packs have no other weight. */
const asTyped = ({ item, weighed }: ScannedItem, typed: TypedItem) => ({
  item,
  quantity: typed.quantity,
  weighed: weighed ?? (isLoose(item) ? typed.weighed : undefined),
});
