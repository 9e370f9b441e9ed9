import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { ProductCard } from '../features/products/ProductCard.tsx';
import { renderScreen } from '../test/render-screen.tsx';
import { aProduct } from '../test/samples.ts';
import { stubServer } from '../test/stub-server.ts';
import { LanguageSwitch } from './LanguageSwitch.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

it('shows the screens in Hindi, the catalogue’s names too, and remembers it; what a shop wrote stays', async () => {
  stubServer({});
  renderScreen(
    <>
      <LanguageSwitch />
      <ProductCard product={aProduct()} />
    </>,
    { path: '*', at: '/nandi-vegetables/products' },
  );
  const toHindi = screen.getByRole('button', { name: 'हिन्दी' });
  expect(toHindi.lang).toBe('hi');
  await userEvent.click(toHindi);

  await screen.findByRole('option', { name: '500 ग्राम' });
  expect(document.documentElement.lang).toBe('hi');
  expect(localStorage.getItem('language')).toBe('hi');
  expect(screen.getByRole('heading', { name: 'Tomato, local' }).lang).toBe('en');

  await userEvent.click(screen.getByRole('button', { name: 'English' }));
  await screen.findByRole('option', { name: '500 g' });
  expect(document.documentElement.lang).toBe('en');
  expect(screen.getByRole('heading', { name: 'Tomato, local' }).lang).toBe('');
});
