import { cleanup, render } from '@testing-library/react';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { afterEach, expect, it } from 'vitest';
import { activateEnglish } from '../../i18n/language.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { useTitleBadge } from './use-title-badge.ts';

afterEach(cleanup);

function Desk({ count, screen }: { count: number; screen: string }) {
  useTitleBadge(count);
  return <PageHeading key={screen}>{screen}</PageHeading>;
}

const desk = (count: number, screen: string) => (
  <I18nProvider i18n={i18n}>
    <Desk count={count} screen={screen} />
  </I18nProvider>
);

it('keeps the number through a change of screen, and takes it away with the last order or the desk', () => {
  activateEnglish();
  const { rerender, unmount } = render(desk(3, 'Shop orders'));
  expect(document.title).toBe('(3) Shop orders · Haat');
  rerender(desk(3, 'Dashboard'));
  expect(document.title).toBe('(3) Dashboard · Haat');
  rerender(desk(4, 'Dashboard'));
  expect(document.title).toBe('(4) Dashboard · Haat');
  rerender(desk(0, 'Dashboard'));
  expect(document.title).toBe('Dashboard · Haat');
  rerender(desk(1, 'Dashboard'));
  unmount();
  expect(document.title).toBe('Dashboard · Haat');
});
