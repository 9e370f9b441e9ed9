import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { LoadMore } from './LoadMore.tsx';

afterEach(cleanup);

it('loads the next page on a press', () => {
  const onMore = vi.fn();
  render(<LoadMore label="Show more" isLoading={false} onMore={onMore} />);
  const button = screen.getByRole('button', { name: 'Show more' });
  expect(button.getAttribute('aria-disabled')).toBe('false');
  fireEvent.click(button);
  expect(onMore).toHaveBeenCalledOnce();
});

it('is shown as busy while a page is loading, keeps the focus, and loads no other one', () => {
  const onMore = vi.fn();
  const { rerender } = render(<LoadMore label="Show more" isLoading={false} onMore={onMore} />);
  const button = screen.getByRole('button');
  button.focus();
  rerender(<LoadMore label="Loading…" isLoading onMore={onMore} />);
  expect(screen.getByRole('button', { name: 'Loading…' }).getAttribute('aria-disabled')).toBe('true');
  expect(document.activeElement).toBe(button);
  fireEvent.click(button);
  expect(onMore).not.toHaveBeenCalled();
});
