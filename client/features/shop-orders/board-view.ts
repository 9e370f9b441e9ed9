import type { OrderStatus } from '@haat/contract/rules/order-status';
import { useState, useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../../lib/storage.ts';

/** What the shop still has to do something about. */
export const OPEN_STATUSES: readonly OrderStatus[] = ['Pending', 'Accepted', 'In Transit'];

export type BoardView = 'list' | 'board';

const KEY = 'orderBoardView';
const WIDE = '(min-width: 1000px)';

/** Whether the orders stand in one list or in columns, which need a wide screen; remembered on the device. */
export function useBoardView() {
  const isWide = useSyncExternalStore(followWidth, hasRoom);
  const [chosen, setChosen] = useState<BoardView>(() => (readStored(KEY) === 'board' ? 'board' : 'list'));
  const choose = (view: BoardView) => {
    writeStored(KEY, view);
    setChosen(view);
  };
  return { isWide, view: isWide ? chosen : 'list', choose };
}

const hasRoom = () => window.matchMedia(WIDE).matches;

function followWidth(listener: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
