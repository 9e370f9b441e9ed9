import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Avatar } from './Avatar.tsx';

afterEach(cleanup);

function show(path: string | null | undefined) {
  const { container, rerender } = render(<Avatar path={path} size={32} />);
  const image = container.querySelector('img')!;
  return { image, become: (next: string) => rerender(<Avatar path={next} size={32} />) };
}

const ONE = '/uploads/one-320.webp';

it('shows the picture in the size of its avatar', () => {
  const { image } = show(ONE);
  expect(image.getAttribute('src')).toBe(ONE);
  expect(image.srcset).toBe('/uploads/one-160.webp 160w, /uploads/one-320.webp 320w, /uploads/one-640.webp 640w');
  expect([image.sizes, image.width, image.alt]).toEqual(['32px', 32, '']);
});

it.each([null, undefined, ''])('shows the default avatar for %j', (path) => {
  expect(show(path).image.getAttribute('src')).toBe('images/avatar.png');
});

it('shows the default avatar for one that cannot be fetched, and tries the next one', () => {
  const { image, become } = show(ONE);
  fireEvent.error(image);
  expect([image.getAttribute('src'), image.getAttribute('srcset')]).toEqual(['images/avatar.png', null]);
  become('/uploads/two-320.webp');
  expect(image.getAttribute('src')).toBe('/uploads/two-320.webp');
});
