import { useState, useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../../../lib/storage.ts';

export type Density = 'comfortable' | 'compact';
export type BoardView = ReturnType<typeof useBoardView>;

const VIEW_KEY = 'orderBoardView';
const DENSITY_KEY = 'orderBoardDensity';
const WIDE = '(min-width: 768px)';
/** Four columns stand side by side; below that, a list shows more orders. */
const HAS_ROOM_FOR_COLUMNS = '(min-width: 1100px)';

/** Columns or one list, which need a wide screen, and how much room a ticket takes. Both are stored on the device. */
export function useBoardView() {
  const isWide = useSyncExternalStore(onWidthChange, isWideNow);
  const [isList, setList] = useState(startsAsList);
  const [density, setDensity] = useState<Density>(() =>
    readStored(DENSITY_KEY) === 'comfortable' ? 'comfortable' : 'compact',
  );
  const showList = (list: boolean) => {
    writeStored(VIEW_KEY, list ? 'list' : 'board');
    setList(list);
  };
  const chooseDensity = (chosen: Density) => {
    writeStored(DENSITY_KEY, chosen);
    setDensity(chosen);
  };
  return { isWide, isList, showList, density, chooseDensity };
}

/** As it was chosen on this device, or else as more orders are seen. */
function startsAsList(): boolean {
  const chosen = readStored(VIEW_KEY);
  return chosen ? chosen === 'list' : !window.matchMedia(HAS_ROOM_FOR_COLUMNS).matches;
}

let isScreenWide = false;

/** On paper, the board stays as it was: another layout would close the order whose receipt is printed. */
function isWideNow(): boolean {
  if (!window.matchMedia('print').matches) isScreenWide = window.matchMedia(WIDE).matches;
  return isScreenWide;
}

function onWidthChange(listener: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
