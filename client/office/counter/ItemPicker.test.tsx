import { cleanup, screen } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, it } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { sampleCounterItem } from '../../test/samples.ts';
import { ItemPicker } from './ItemPicker.tsx';

afterEach(cleanup);

const nothing = () => {};

it.each([
  ['2', 'Now the item'],
  ['1.35', 'Now the item'],
  ['2 qqq', 'Nothing found.'],
])('after %s says %s', async (typed, text) => {
  const props = { items: [sampleCounterItem()], search: createRef<HTMLInputElement>() };
  const element = (
    <ItemPicker {...props} typed={typed} onType={nothing} onPick={nothing} onEnter={nothing} onScan={nothing} />
  );
  renderScreen(element, { path: '/', at: '/' });
  await screen.findByText(text);
});
