import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { SearchField } from './SearchField.tsx';

afterEach(cleanup);

it('is focused by the key /, which can still be typed in other fields', async () => {
  render(
    <>
      <SearchField label="Search this shop" value="" onChange={() => {}} />
      <textarea aria-label="Note" />
    </>,
  );
  await userEvent.keyboard('/');
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), 'a/b');
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveProperty('value', 'a/b');
});
