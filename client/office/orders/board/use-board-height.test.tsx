import { cleanup, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useBoardHeight } from './use-board-height.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Screen() {
  const board = useRef<HTMLDivElement>(null);
  useBoardHeight(board);
  return (
    <main>
      <p role="alert">Notice</p>
      <section>
        <div ref={board} data-testid="board" />
      </section>
    </main>
  );
}

it('takes the room of a notice above the board that has gone', () => {
  const resized = new Map<Element, () => void>();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #onResize: () => void;
      constructor(onResize: () => void) {
        this.#onResize = onResize;
      }
      observe(element: Element) {
        resized.set(element, this.#onResize);
      }
      disconnect() {}
    },
  );
  const top = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 300));
  render(<Screen />);
  const board = screen.getByTestId('board');
  expect(board.style.getPropertyValue('--board-top')).toBe('300px');
  top.mockReturnValue(new DOMRect(0, 100));
  resized.get(screen.getByRole('main'))?.();
  expect(board.style.getPropertyValue('--board-top')).toBe('100px');
  top.mockRestore();
});
