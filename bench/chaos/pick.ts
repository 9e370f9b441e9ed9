/** One of the words, by their weights. */
export function pick<Word extends string>(chance: () => number, weights: Record<Word, number>): Word {
  const entries = Object.entries(weights) as [Word, number][];
  let left = chance() * entries.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [word, weight] of entries) {
    left -= weight;
    if (left < 0) return word;
  }
  throw new Error('Nothing to choose from');
}
