import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { activateEnglish } from '../i18n/language.ts';
import { Dialog } from './Dialog.tsx';
import { lazyDialog } from './lazy-dialog.tsx';

type Props = { onClose: () => void };
const Question = ({ onClose }: Props) => (
  <Dialog label="Question" onClose={onClose}>
    <p>Why?</p>
  </Dialog>
);
const failing = () =>
  vi.fn<() => Promise<{ Question: typeof Question }>>(() => Promise.reject(new TypeError('fetch failed')));
const show = (content: ReactNode) => render(<I18nProvider i18n={i18n}>{content}</I18nProvider>);

beforeEach(() => {
  activateEnglish();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('opens at once when it was preloaded', async () => {
  const load = vi.fn(async () => ({ Question }));
  const Late = lazyDialog(load, 'Question');
  await Late.preload();
  show(<Late onClose={() => {}} />);
  screen.getByRole('dialog', { name: 'Question' });
  expect(load).toHaveBeenCalledTimes(1);
});

it('says when it cannot be loaded, and tries again at the next tap', async () => {
  const load = failing();
  const Late = lazyDialog<'Question', Props>(load, 'Question');
  const onClose = vi.fn();
  await act(async () => show(<Late onClose={onClose} />));
  await act(async () => screen.getByRole('button', { name: 'OK' }).click());
  expect(onClose).toHaveBeenCalledTimes(1);
  cleanup();

  load.mockResolvedValue({ Question });
  await act(async () => show(<Late onClose={onClose} />));
  screen.getByRole('dialog', { name: 'Question' });
});

it('reloads a page whose code the server no longer has', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()));
  const Late = lazyDialog<'Question', Props>(failing(), 'Question');
  await act(async () => show(<Late onClose={() => {}} />));
  expect(reload).toHaveBeenCalledTimes(1);
});
