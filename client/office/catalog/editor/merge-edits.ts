import { isSamePictures, type VariantValues, type ProductFormValues } from './product-form-values.ts';

/** A three-way merge: the version that was loaded, the form, and the version that was saved meanwhile. */
type Edits = { base: ProductFormValues; mine: ProductFormValues; theirs: ProductFormValues };
type Texts = Record<string, unknown>;

/** Applies my changes to their version; where both changed a field, mine wins. */
export function mergeEdits({ base, mine, theirs }: Edits): ProductFormValues {
  const merged = mergeFields(base, mine, theirs);
  // A subcategory belongs to its category: both are taken from the same side.
  const isPlaceMine = base.categoryId !== mine.categoryId || base.subcategoryId !== mine.subcategoryId;
  const { categoryId, subcategoryId } = isPlaceMine ? mine : theirs;
  const { pictures } = isSamePictures(base.pictures, mine.pictures) ? theirs : mine;
  const [first = mine.variants[0], ...more] = mergeVariants({ base, mine, theirs });
  return { ...merged, categoryId, subcategoryId, pictures, variants: [first, ...more] };
}

function mergeFields<Fields extends Texts>(base: Fields, mine: Fields, theirs: Fields): Fields {
  const kept = Object.keys(mine).map((field) => [field, (mine[field] === base[field] ? theirs : mine)[field]]);
  return Object.fromEntries(kept) as Fields;
}

function mergeVariants({ base, mine, theirs }: Edits): VariantValues[] {
  const byId = ({ variants }: ProductFormValues) => new Map(variants.map((variant) => [variant.id, variant]));
  const [before, now] = [byId(base), byId(theirs)];
  const added = theirs.variants.filter(({ id }) => !before.has(id));
  const kept = mine.variants.flatMap((variant) => {
    const old = before.get(variant.id);
    if (variant.id === undefined || !old) return [variant];
    const current = now.get(variant.id);
    if (current) return [mergeFields(old, variant, current)];
    // They removed it: it stays removed, unless I changed it; then it is added as new.
    return isSame(old, variant) ? [] : [{ ...variant, id: undefined }];
  });
  return [...kept, ...added];
}

function isSame(one: Texts, other: Texts): boolean {
  return Object.keys(one).every((field) => one[field] === other[field]);
}
