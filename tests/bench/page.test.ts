import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withFigures } from './page.ts';

const page = `# Benchmarks

| | Measured | Floor | Goal | |
| --- | --- | --- | --- | --- |
| **Orders** | 2 CPUs | | | |
| c=1 | 200/s | 380/s | ratio ≥ 0.5 | missed |
| **Search** | | | | |
| near a place | p50 16 ms | p50 12 ms | | |

<!-- end of the figures -->

By hand.
`;
const figure = { what: 'c=1', figure: '300/s   ratio 0.60', floor: '500/s', goal: 'ratio ≥ 0.5', reached: true };

it('replaces the rows of what was run, keeps the others, and adds new ones', () => {
  const benchmarks = [
    { title: 'Orders', figures: [figure] },
    { title: 'Import', figures: [{ ...figure, reached: false }] },
  ];
  expect(withFigures(page, benchmarks, '8 CPUs')).toBe(`# Benchmarks

| | Measured | Floor | Goal | |
| --- | --- | --- | --- | --- |
| **Orders** | 8 CPUs | | | |
| c=1 | 300/s ratio 0.60 | 500/s | ratio ≥ 0.5 | |
| **Search** | 2 CPUs | | | |
| near a place | p50 16 ms | p50 12 ms | | |
| **Import** | 8 CPUs | | | |
| c=1 | 300/s ratio 0.60 | 500/s | ratio ≥ 0.5 | missed |

<!-- end of the figures -->

By hand.
`);
});

it('finds the table of the page', () => {
  const text = readFileSync(new URL('../../docs/benchmarks.md', import.meta.url), 'utf8');
  expect(withFigures(text, [], '')).toBe(text);
});
