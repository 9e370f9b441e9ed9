import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ProductInitial } from './ProductInitial.tsx';

afterEach(cleanup);

const shown = (name: string) => render(<ProductInitial name={name} />).container.querySelector<HTMLElement>('span');
const colourOf = (name: string) => shown(name)?.dataset.initial;

it.each([
  ['tomato, local', 'T'],
  [' गाढ़ा दही', 'गा'],
  ['क्रीम', 'क्री'],
  ['', ''],
])('shows the first letter of %j', (name, letter) => expect(shown(name)?.textContent).toBe(letter));

it('has the same colour for the same name, and several for many', () => {
  expect(colourOf('Curd')).toBe(colourOf('Curd'));
  const colours = ['Curd', 'Milk', 'Paneer', 'Butter', 'Ghee', 'Rice', 'Tea'].map(colourOf);
  expect(new Set(colours).size).toBeGreaterThan(3);
});
