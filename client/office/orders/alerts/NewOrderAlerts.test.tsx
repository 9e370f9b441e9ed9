import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { activateEnglish } from '../../../i18n/language.ts';
import { PageHeading } from '../../../ui/Page.tsx';
import { useTitleBadge } from './NewOrderAlerts.tsx';

afterEach(cleanup);

function BackOffice({ count, screen }: { count: number; screen: string }) {
  useTitleBadge(count);
  return <PageHeading key={screen}>{screen}</PageHeading>;
}

const backOffice = (count: number, screen: string) => (
  <I18nProvider i18n={i18n}>
    <BackOffice count={count} screen={screen} />
  </I18nProvider>
);

it('keeps the number across screens, and removes it with the last order or outside the back office', () => {
  activateEnglish();
  const { rerender, unmount } = render(backOffice(3, 'Shop orders'));
  expect(document.title).toBe('(3) Shop orders · Haat');
  rerender(backOffice(3, 'Dashboard'));
  expect(document.title).toBe('(3) Dashboard · Haat');
  rerender(backOffice(4, 'Dashboard'));
  expect(document.title).toBe('(4) Dashboard · Haat');
  rerender(backOffice(0, 'Dashboard'));
  expect(document.title).toBe('Dashboard · Haat');
  rerender(backOffice(1, 'Dashboard'));
  unmount();
  expect(document.title).toBe('Dashboard · Haat');
});
