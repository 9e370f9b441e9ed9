import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ShopPicture } from './ShopPicture.tsx';

afterEach(cleanup);

const SIZE = { alt: '', width: 56, height: 56, sizes: '97px' };
const UPLOADED = '/images/shops/dairy.jpeg';

it('tries jpeg, jpg and png by the slug, then the default logo, then nothing', () => {
  const onMissing = vi.fn();
  const { container } = render(<ShopPicture slug="dairy" picture={UPLOADED} {...SIZE} onMissing={onMissing} />);
  const image = () => container.querySelector('img');
  expect(image()?.srcset).toContain('/images/shops/240/dairy.jpeg 240w');
  const tried: (string | null | undefined)[] = [];
  for (let failures = 0; failures < 5; failures += 1) {
    tried.push(image()?.getAttribute('src'));
    fireEvent.error(image()!);
  }
  expect([...new Set(tried)]).toEqual([
    '/images/shops/dairy.jpeg',
    '/images/shops/dairy.jpg',
    '/images/shops/dairy.png',
    '/images/shops/logo.png',
  ]);
  expect([image(), onMissing.mock.calls.length]).toEqual([null, 1]);
});

it('shows the logo at once for a shop without a picture, and nothing before that is known', () => {
  const { container, rerender } = render(<ShopPicture slug="dairy" picture={undefined} {...SIZE} />);
  const src = () => container.querySelector('img')?.getAttribute('src');
  expect(src()).toBeUndefined();
  rerender(<ShopPicture slug="dairy" picture={null} {...SIZE} />);
  expect(src()).toBe('/images/shops/logo.png');
  rerender(<ShopPicture slug="dairy" picture={UPLOADED} {...SIZE} />);
  expect(src()).toBe(UPLOADED);
});

it('starts over for another shop', () => {
  const { container, rerender } = render(<ShopPicture slug="dairy" picture={UPLOADED} {...SIZE} />);
  for (let failures = 0; failures < 2; failures += 1) fireEvent.error(container.querySelector('img')!);
  rerender(<ShopPicture slug="bakery" picture="/images/shops/bakery.jpeg" {...SIZE} />);
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/images/shops/bakery.jpeg');
});

it('offers smaller copies of a shipped picture, and does without them where they are missing', () => {
  const { container } = render(
    <ShopPicture
      slug="malnad-dairy"
      picture={undefined}
      alt=""
      width={104}
      height={72}
      sizes="125px"
      arrival="eager"
    />,
  );
  const image = () => container.querySelector('img');
  expect(image()?.srcset.split(', ')).toEqual([
    '/images/shops/240/malnad-dairy.jpeg 240w',
    '/images/shops/560/malnad-dairy.jpeg 560w',
    '/images/shops/malnad-dairy.jpeg 1040w',
  ]);
  expect([image()?.sizes, image()?.loading]).toEqual(['125px', 'eager']);
  fireEvent.error(image()!);
  expect([image()?.getAttribute('src'), image()?.srcset]).toEqual(['/images/shops/malnad-dairy.jpeg', '']);
  fireEvent.error(image()!);
  expect(image()?.getAttribute('src')).toBe('/images/shops/malnad-dairy.jpg');
});

it('takes the smallest copy where the user saves data', () => {
  Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } });
  const { container } = render(<ShopPicture slug="malnad-dairy" picture={null} {...SIZE} />);
  expect(container.querySelector('img')?.sizes).toBe('120px');
  Reflect.deleteProperty(navigator, 'connection');
});
