import { addCategory, addUnit, type CategoryView, type NamedView } from '@haat/contract/catalog/products.calls';
import { byPlace } from '@haat/contract/catalog/category-order';
import { reasonOf } from '@haat/contract/reason';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { type TextId, useText } from '../../../i18n/use-text.ts';
import { useName } from '../../../i18n/use-name.ts';
import { call } from '../../../lib/api.ts';
import { Card, Row, Stack } from '../../../ui/Card.tsx';
import { AlertDialog } from '../../../ui/Dialog.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Field, SelectField } from '../../../ui/Field.tsx';
import { categoriesQuery, unitsQuery } from './editor-queries.ts';
import { useVariantField, useProductForm } from './product-form-context.ts';
import styles from './ProductForm.module.css';

/** Category and subcategory, each with a panel to add one. Another category clears the subcategory. */
export function CategoryFields() {
  const t = useText();
  const [open, setOpen] = useState<'category' | 'subcategory'>();
  const { values, change, problems, categories, isNew } = useProductForm();
  const { categoryId, subcategoryId } = values;
  const children = categories.find(({ id }) => id === categoryId)?.children ?? [];
  const options = useOptions();
  const toggle = (panel: 'category' | 'subcategory') => setOpen(open === panel ? undefined : panel);
  const choose = (id: number | undefined) => change({ categoryId: id, subcategoryId: undefined });
  const close = () => setOpen(undefined);
  return (
    <Card isRoomy gap={4} className={isNew ? undefined : styles.categories}>
      <Stack gap={2} className={styles.with}>
        <SelectField
          label={t('productForm.category')}
          name="category"
          placeholder={t('productForm.chooseCategory')}
          options={options(categories)}
          value={categoryId ?? ''}
          problem={problems.category && t(problems.category)}
          isQuiet
          onChange={({ target }) => choose(idOf(target.value))}
        />
        <Button look="secondary" aria-expanded={open === 'category'} onClick={() => toggle('category')}>
          {t('productForm.addCategory')}
        </Button>
        {open === 'category' ? (
          <AddOptionPanel kind="category" onAdded={({ id }) => choose(id)} onClose={close} />
        ) : null}
      </Stack>
      <Stack gap={2} className={styles.with}>
        <SelectField
          label={t('productForm.subcategory')}
          name="subcategory"
          placeholder={t('productForm.chooseSubcategory')}
          options={options(children)}
          disabled={categoryId === undefined}
          value={subcategoryId ?? ''}
          problem={problems.subcategory && t(problems.subcategory)}
          isQuiet
          onChange={({ target }) => change({ subcategoryId: idOf(target.value) })}
        />
        <Button look="secondary" aria-expanded={open === 'subcategory'} onClick={() => toggle('subcategory')}>
          {t('productForm.addSubcategory')}
        </Button>
        {open === 'subcategory' ? (
          <AddOptionPanel
            kind="subcategory"
            parentId={categoryId}
            onAdded={({ id }) => change({ subcategoryId: id })}
            onClose={close}
          />
        ) : null}
      </Stack>
    </Card>
  );
}

/** Categories in the order of the shop, the others by their names in the language of the screen. */
function useOptions() {
  const nameOf = useName();
  const compare = byPlace();
  return (named: readonly { id: number; name: string; position?: number | undefined }[]) =>
    named
      .map(({ id, name, position }) => ({ id, name: nameOf(name), position }))
      .toSorted(compare)
      .map(({ id, name }) => ({ value: String(id), label: name }));
}

const idOf = (value: string): number | undefined => (value === '' ? undefined : Number(value));

/** Selects the unit of a new product, the shop's most used units first, with a panel to add one. */
export function UnitSelect() {
  const t = useText();
  const nameOf = useName();
  const [isOpen, setOpen] = useState(false);
  const { units, changeVariant, values } = useProductForm();
  const field = useVariantField(0);
  const { unit } = values.variants[0];
  // A known product may have a unit that the shop does not have yet; it is added with the product.
  const names = new Set([...units.map(({ name }) => name), ...(unit ? [unit] : [])]);
  return (
    <Stack gap={2} className={styles.with}>
      <SelectField
        label={t('productForm.unit')}
        placeholder={t('productForm.chooseUnit')}
        options={[...names].map((name) => ({ value: name, label: nameOf(name) }))}
        {...field('unit')}
      />
      <Button look="secondary" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('productForm.addUnit')}
      </Button>
      {isOpen ? (
        <AddOptionPanel
          kind="unit"
          onAdded={({ name }) => changeVariant(0, { unit: name })}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </Stack>
  );
}

type Props = {
  kind: OptionKind;
  /** Of a new subcategory. */
  parentId?: number | undefined;
  onAdded: (added: NamedView) => void;
  onClose: () => void;
};

const LABELS = {
  category: 'productForm.newCategory',
  subcategory: 'productForm.newSubcategory',
  unit: 'productForm.newUnit',
} as const;
const SAVES = {
  category: 'productForm.saveCategory',
  subcategory: 'productForm.saveSubcategory',
  unit: 'productForm.saveUnit',
} as const;
const REQUIRED = {
  category: 'productForm.categoryRequired',
  subcategory: 'productForm.subcategoryRequired',
  unit: 'productForm.unitRequired',
} as const;

/** Adds a category, subcategory or unit; a saved one is selected. */
function AddOptionPanel({ kind, parentId, onAdded, onClose }: Props) {
  const t = useText();
  const { shopId } = useProductForm();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<TextId>();
  const [alert, setAlert] = useState<TextId>();
  const { add, isAdding, problemOf } = useAddOption(kind, shopId);

  const showProblem = (text: TextId) => {
    setProblem(text);
    setAlert(text);
  };
  const save = () => {
    const isReady = name.trim() !== '' && (kind !== 'subcategory' || parentId !== undefined);
    if (!isReady) return showProblem(REQUIRED[kind]);
    if (isAdding) return undefined;
    setProblem(undefined);
    return add(
      { name: name.trim(), parentId },
      { onSuccess: (added) => [onAdded(added), onClose()], onError: (error) => showProblem(problemOf(error)) },
    );
  };
  const saveOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Enter must not submit the product form around it.
    event.preventDefault();
    save();
  };
  return (
    <Stack className={styles.panel}>
      <Field
        label={t(LABELS[kind])}
        maxLength={60}
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it opens at the press of a button
        autoFocus
        value={name}
        problem={problem && t(problem)}
        isQuiet
        onChange={({ target }) => setName(target.value)}
        onKeyDown={saveOnEnter}
      />
      <Row rowGap={2}>
        <Button disabled={isAdding} onClick={save}>
          {t(SAVES[kind])}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </Row>
      {alert ? <AlertDialog text={t(alert)} onClose={() => setAlert(undefined)} /> : null}
    </Stack>
  );
}

type OptionKind = 'category' | 'subcategory' | 'unit';
type NewOption = { name: string; parentId?: number | undefined };

const TEXTS = {
  category: { failed: 'productForm.categoryFailed', network: 'productForm.categoryError' },
  subcategory: { failed: 'productForm.subcategoryFailed', network: 'productForm.subcategoryError' },
  unit: { failed: 'productForm.unitFailed', network: 'productForm.unitError' },
} as const satisfies Record<OptionKind, Record<string, TextId>>;

/** Adds a category, subcategory or unit to the form's shop, even if the session has moved on; returns an existing namesake. */
function useAddOption(kind: OptionKind, shopId: number) {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ name, parentId }: NewOption) =>
      kind === 'unit'
        ? call(addUnit, { body: { name, shop_id: shopId } })
        : call(addCategory, { body: { name, parent_id: parentId, shop_id: shopId } }),
    onSuccess: (added, { parentId }) => {
      const { queryKey: units } = unitsQuery(shopId);
      const { queryKey: categories } = categoriesQuery(shopId);
      if (kind === 'unit') queries.setQueryData(units, (known = []) => withNamed(known, added));
      else queries.setQueryData(categories, (known = []) => withCategory(known, added, parentId));
    },
  });
  const problemOf = (error: unknown): TextId => TEXTS[kind][reasonOf(error).code === 'network' ? 'network' : 'failed'];
  return { add: mutate, isAdding: isPending, problemOf };
}

function withCategory(known: CategoryView[], added: NamedView, parentId: number | undefined): CategoryView[] {
  if (parentId === undefined) return withNamed(known, { ...added, children: [] });
  return known.map((each) => (each.id === parentId ? { ...each, children: withNamed(each.children, added) } : each));
}

const withNamed = <Named extends NamedView>(known: Named[], added: Named): Named[] =>
  known.some(({ id }) => id === added.id) ? known : [...known, added];
