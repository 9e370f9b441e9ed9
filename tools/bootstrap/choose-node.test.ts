import { expect, it } from 'vitest';
import { runsTypeScript } from './choose-node.mjs';

it.each([
  ['18.20.0', false],
  ['20.20.2', false],
  ['22.21.1', false],
  ['22.22.0', true],
  ['23.11.0', false],
  ['24.0.0', true],
  ['26.10.0', true],
])('Node %s runs our TypeScript: %s', (version, runs) => {
  expect(runsTypeScript(version)).toBe(runs);
});
