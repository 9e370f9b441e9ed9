import { orderCategories } from '@haat/contract/catalog/categories-and-units.calls';
import { type PointerEvent, useRef, useState } from 'react';
import { textOf } from '../../../i18n/language.ts';
import { useText } from '../../../i18n/use-text.ts';
import backOffice from '../../../ui/BackOffice.module.css';
import { Button } from '../../../ui/Button.tsx';
import { Card, Row, Stack } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import looks from '../../../ui/looks.module.css';
import { showText } from '../../../ui/toasts.tsx';
import { useChange } from '../../../ui/use-change.ts';
import type { LabelledCategory } from './CategoryList.tsx';
import styles from './Categories.module.css';

type Props = { shopId: number; categories: readonly LabelledCategory[]; onClose: () => void };

/** The order in which customers see the categories: moved by drag or by buttons, saved immediately. */
export function CategoryOrder({ shopId, categories, onClose }: Props) {
  const t = useText();
  const [order, setOrder] = useState(() => [...categories]);
  const { send, isSending, refusal } = useChange(orderCategories, {
    failed: 'categories.failed',
    onDone: () => {
      void showText('success', textOf('categories.ordered'));
      onClose();
    },
  });
  const save = (categoryIds: number[]) => send({ params: { shopId }, body: { categories: categoryIds } });
  const moveChild = (parentId: number, from: number, to: number) =>
    setOrder(
      order.map((each) => (each.id === parentId ? { ...each, children: moved(each.children, from, to) } : each)),
    );
  return (
    <Stack gap={4}>
      <p className={looks.hint}>{t('categories.orderHint')}</p>
      <Card>
        <Sortable
          items={order}
          onMove={(from, to) => setOrder(moved(order, from, to))}
          renderBelow={({ id, children }) =>
            children.length > 1 ? (
              <Sortable items={children} onMove={(from, to) => moveChild(id, from, to)} isBelow />
            ) : null
          }
        />
      </Card>
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
      <Row align="stretch" className={backOffice.foot}>
        <Button disabled={isSending} onClick={() => save(idsOf(order))}>
          {t('categories.saveOrder')}
        </Button>
        <Button look="secondary" disabled={isSending} onClick={() => save([])}>
          {t('categories.byName')}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </Row>
    </Stack>
  );
}

/** Subcategories are listed where the shop has moved some of them: the others stay by name. */
const idsOf = (order: readonly LabelledCategory[]): number[] =>
  order.flatMap(({ id, children }) => [id, ...(children.length > 1 ? children.map((child) => child.id) : [])]);

function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length) return [...items];
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}

type Item = { id: number; label: string };
type SortableProps<Each extends Item> = {
  items: readonly Each[];
  onMove: (from: number, to: number) => void;
  renderBelow?: (item: Each) => React.ReactNode;
  isBelow?: boolean;
};

/** A list whose items are dragged by their handle, or moved by their buttons. */
function Sortable<Each extends Item>({ items, onMove, renderBelow, isBelow = false }: SortableProps<Each>) {
  const t = useText();
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<number>();
  const drag = (event: PointerEvent<HTMLElement>, id: number) => {
    if (dragged !== id) return;
    const rows = [...(list.current?.children ?? [])];
    const to = rows.findIndex((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return event.clientY >= top && event.clientY < bottom;
    });
    const from = items.findIndex((item) => item.id === id);
    if (to !== -1 && to !== from) onMove(from, to);
  };
  return (
    <ol ref={list} className={isBelow ? styles.below : styles.list}>
      {items.map((item, at) => (
        <li key={item.id} data-dragged={dragged === item.id || undefined}>
          <div className={styles.sortable}>
            <span
              className={styles.handle}
              aria-hidden="true"
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId);
                setDragged(item.id);
              }}
              onPointerMove={(event) => drag(event, item.id)}
              onPointerUp={() => setDragged(undefined)}
              onPointerCancel={() => setDragged(undefined)}
            >
              ⠿
            </span>
            <span className={styles.name}>{item.label}</span>
            <MoveButton
              label={t('categories.up', { name: item.label })}
              sign="↑"
              onMove={() => onMove(at, at - 1)}
              isOff={at === 0}
            />
            <MoveButton
              label={t('categories.down', { name: item.label })}
              sign="↓"
              onMove={() => onMove(at, at + 1)}
              isOff={at === items.length - 1}
            />
          </div>
          {renderBelow?.(item)}
        </li>
      ))}
    </ol>
  );
}

type MoveButtonProps = { label: string; sign: string; onMove: () => void; isOff: boolean };

/** Stays focusable at the end of the list, so that the keyboard does not lose its place. */
function MoveButton({ label, sign, onMove, isOff }: MoveButtonProps) {
  return (
    <Button look="quiet" aria-label={label} aria-disabled={isOff} onClick={() => (isOff ? undefined : onMove())}>
      <span aria-hidden="true">{sign}</span>
    </Button>
  );
}
