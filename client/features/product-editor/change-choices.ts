import type { ChoiceEntry, ProductEntries } from './product-entries.ts';

type Choices = ProductEntries['choices'];

/** The choices with one of them changed. */
export function changeChoice(choices: Choices, at: number, changes: Partial<ChoiceEntry>): Choices {
  return atLeastOne(
    choices.map((each, index) => (index === at ? { ...each, ...changes } : each)),
    choices,
  );
}

/** The choices with one more, at the end or where it was. */
export function addChoice(choices: Choices, choice: ChoiceEntry, at = choices.length): Choices {
  return atLeastOne(choices.toSpliced(at, 0, choice), choices);
}

/** The choices without one of them; the last one stays. */
export function removeChoice(choices: Choices, key: string): Choices {
  return atLeastOne(
    choices.filter((each) => each.key !== key),
    choices,
  );
}

/** The choices with one of them a place further up. */
export function moveUp(choices: Choices, at: number): Choices {
  const moved = choices[at];
  if (!moved || at === 0) return choices;
  return atLeastOne(choices.toSpliced(at, 1).toSpliced(at - 1, 0, moved), choices);
}

function atLeastOne([first, ...more]: readonly ChoiceEntry[], before: Choices): Choices {
  return first ? [first, ...more] : before;
}
