import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { awaitedComponent, lazyComponent } from './lazy-component.ts';

it('loads a part that the screen waits for at once, the others once the screen is shown', async () => {
  const Awaited = awaitedComponent(async () => ({ Part: () => <p>Awaited</p> }), 'Part');
  const Late = lazyComponent(async () => ({ Part: () => <p>Late</p> }), 'Part');
  const page = (isBusy: boolean) => (
    <main>
      <div aria-busy={isBusy}>
        <Awaited />
        <Late />
      </div>
    </main>
  );
  const { rerender } = render(page(true));
  await screen.findByText('Awaited');
  expect(screen.queryByText('Late')).toBeNull();
  rerender(page(false));
  await screen.findByText('Late');
});
