import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ShopPicture } from './ShopPicture.tsx';

afterEach(cleanup);

it('tries jpeg, jpg and png by the slug, then the default logo, then nothing', () => {
  const onMissing = vi.fn();
  const { container } = render(<ShopPicture slug="dairy" alt="" width={56} height={56} onMissing={onMissing} />);
  const image = () => container.querySelector('img');
  const tried: (string | null | undefined)[] = [];
  for (let failures = 0; failures < 4; failures += 1) {
    tried.push(image()?.getAttribute('src'));
    fireEvent.error(image()!);
  }
  expect(tried).toEqual([
    '/images/shops/dairy.jpeg',
    '/images/shops/dairy.jpg',
    '/images/shops/dairy.png',
    '/images/shops/logo.png',
  ]);
  expect([image(), onMissing.mock.calls.length]).toEqual([null, 1]);
});

it('starts over for another shop', () => {
  const { container, rerender } = render(<ShopPicture slug="dairy" alt="" width={56} height={56} />);
  fireEvent.error(container.querySelector('img')!);
  rerender(<ShopPicture slug="bakery" alt="" width={56} height={56} />);
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/images/shops/bakery.jpeg');
});
