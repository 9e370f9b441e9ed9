/** How many typing errors a word may have: none in a short one, in which one would change the meaning. */
const allowedErrors = (length: number) => (length < 4 ? 0 : length < 8 ? 1 : 2);

/**
 * A function that returns whether a word, or its beginning, is the given one with typing errors: letters missing, added, wrong or
 * swapped, but for the first letter. Results are cached, because the same words occur in many products.
 */
export function similarTo(typed: string): (word: string) => boolean {
  const known = new Map<string, boolean>();
  const letters = Array.from(typed);
  const most = allowedErrors(letters.length);
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const isSimilar = word.startsWith(letters[0] ?? '') && errorsIn(letters, word) <= most;
    known.set(word, isSimilar);
    return isSimilar;
  };
}

/** The fewest errors with which the letters are the beginning of the word. */
function errorsIn(letters: readonly string[], word: string): number {
  const target = Array.from(word).slice(0, letters.length + 2);
  // errors[i][j]: between the first i typed letters and the first j of the word.
  const errors = [target.map((_, at) => at)];
  errors[0]?.push(target.length);
  letters.forEach((letter, above) => {
    const row = [above + 1];
    target.forEach((other, left) => {
      const at = (i: number, j: number) => (i === above + 1 ? row[j] : errors[i]?.[j]) ?? Infinity;
      const isSwapped = above > 0 && left > 0 && letter === target[left - 1] && letters[above - 1] === other;
      row.push(
        Math.min(
          at(above, left + 1) + 1,
          at(above + 1, left) + 1,
          at(above, left) + (letter === other ? 0 : 1),
          isSwapped ? at(above - 1, left - 1) + 1 : Infinity,
        ),
      );
    });
    errors.push(row);
  });
  return Math.min(...(errors[letters.length] ?? []));
}
