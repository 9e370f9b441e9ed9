import type { ChoiceEntry, ProductEntries } from './product-entries.ts';

/** The form as it was begun, as it is typed now, and as somebody else has saved it meanwhile. */
type Edits = { begun: ProductEntries; mine: ProductEntries; theirs: ProductEntries };
type Texts = Record<string, unknown>;

/** My changes on top of theirs: what only they touched is theirs, what I touched is mine. */
export function mergeEdits({ begun, mine, theirs }: Edits): ProductEntries {
  const merged = mergeFields(begun, mine, theirs);
  // A subcategory is one of its category's: both come from the same hand.
  const isPlaceMine = begun.categoryId !== mine.categoryId || begun.subcategoryId !== mine.subcategoryId;
  const { categoryId, subcategoryId } = isPlaceMine ? mine : theirs;
  const [first = mine.choices[0], ...more] = mergeChoices({ begun, mine, theirs });
  return { ...merged, categoryId, subcategoryId, choices: [first, ...more] };
}

function mergeFields<Fields extends Texts>(begun: Fields, mine: Fields, theirs: Fields): Fields {
  const kept = Object.keys(mine).map((field) => [field, (mine[field] === begun[field] ? theirs : mine)[field]]);
  return Object.fromEntries(kept) as Fields;
}

function mergeChoices({ begun, mine, theirs }: Edits): ChoiceEntry[] {
  const byId = ({ choices }: ProductEntries) => new Map(choices.map((choice) => [choice.id, choice]));
  const [before, now] = [byId(begun), byId(theirs)];
  const added = theirs.choices.filter(({ id }) => !before.has(id));
  const kept = mine.choices.flatMap((choice) => {
    const old = before.get(choice.id);
    if (choice.id === undefined || !old) return [choice];
    const current = now.get(choice.id);
    if (current) return [mergeFields(old, choice, current)];
    // They took it away: it stays away, unless I changed it; then it comes as a new one.
    return isSame(old, choice) ? [] : [{ ...choice, id: undefined }];
  });
  return [...kept, ...added];
}

function isSame(one: Texts, other: Texts): boolean {
  return Object.keys(one).every((field) => one[field] === other[field]);
}
