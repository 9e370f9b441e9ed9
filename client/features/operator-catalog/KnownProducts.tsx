import {
  addKnownProduct,
  changeKnownProduct,
  type KnownProductView,
  type SharedNameView,
} from '@haat/contract/api/catalog';
import { isProductBarcode, isRupeesText } from '@haat/contract/rules/product-input';
import { formatRupees } from '@haat/contract/rules/rupees';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type FormEvent, useDeferredValue, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { call } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, Row, Stack } from '../../ui/Card.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState, LoadFailure } from '../../ui/EmptyState.tsx';
import { Field, SelectField, useFocusOnFirst } from '../../ui/Field.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { CatalogEntry } from './CatalogEntry.tsx';
import { knownProductsQuery, sharedNamesQuery, useCatalogChange } from './operator-catalog-queries.ts';
import styles from './OperatorCatalog.module.css';

/** The server's limit. */
const MAX_SEARCH_LENGTH = 120;

/** The products that shops can start from, with a search by name and barcode. */
export function KnownProducts() {
  const t = useText();
  const [search, setSearch] = useState('');
  const [isAdding, setAdding] = useState(false);
  return (
    <Stack gap={4}>
      <SearchField label={t('operatorCatalog.searchProducts')} value={search} onChange={setSearch} />
      <Row>
        <Button onClick={() => setAdding(true)}>{t('operatorCatalog.addProduct')}</Button>
      </Row>
      <ProductList search={useDeferredValue(search.trim().slice(0, MAX_SEARCH_LENGTH))} />
      {isAdding ? <ProductDialog onClose={() => setAdding(false)} /> : null}
    </Stack>
  );
}

function ProductList({ search }: { search: string }) {
  const t = useText();
  const { data: products, error, refetch, ...more } = useInfiniteQuery(knownProductsQuery(search));
  if (error) return <LoadFailure text={t('operatorCatalog.loadFailed')} onRetry={() => void refetch()} />;
  if (!products) return <Skeleton height="150vh" radius="var(--radius-card)" />;
  if (products.length === 0) return <EmptyState text={t('operatorCatalog.none')} />;
  return (
    <div>
      <Card>
        <ul className={styles.list}>
          {products.map((product) => (
            <li key={product.id}>
              <ProductEntry product={product} />
            </li>
          ))}
        </ul>
      </Card>
      {more.hasNextPage ? (
        <LoadMore
          label={t('operatorCatalog.more')}
          isLoading={more.isFetchingNextPage}
          onMore={() => void more.fetchNextPage()}
        />
      ) : null}
    </div>
  );
}

/** One product with its buttons. */
function ProductEntry({ product }: { product: KnownProductView }) {
  const t = useText();
  const [isEditing, setEditing] = useState(false);
  const { id, name, name_hi, category, unit, mrp, barcodes, hidden } = product;
  return (
    <>
      <CatalogEntry
        name={`${name}, ${unit}`}
        nameHi={name_hi}
        hidden={hidden}
        facts={
          <>
            <span>{category}</span>
            {mrp === null ? null : <span>{t('operatorCatalog.mrpOf', { price: formatRupees(mrp) })}</span>}
            {barcodes.length > 0 ? <span>{barcodes.join(', ')}</span> : null}
          </>
        }
        onEdit={() => setEditing(true)}
        setHidden={(next) => call(changeKnownProduct, { params: { id }, body: { hidden: next } })}
      />
      {isEditing ? <ProductDialog product={product} onClose={() => setEditing(false)} /> : null}
    </>
  );
}

type ProductDialogProps = {
  /** The product to change; without it, one is added. */
  product?: KnownProductView;
  onClose: () => void;
};

/** Adds or changes a known product. */
function ProductDialog({ product, onClose }: ProductDialogProps) {
  const t = useText();
  const { values, set, problems, submit, isBusy, problem } = useProductForm(product, onClose);
  const form = useFocusOnFirst(problems);
  const categories = useQuery(sharedNamesQuery('categories')).data ?? [];
  const units = useQuery(sharedNamesQuery('units')).data ?? [];
  const title = product ? t('operatorCatalog.editNamed', { name: product.name }) : t('operatorCatalog.addProduct');
  const field = (name: keyof Values) => ({
    name,
    value: values[name],
    problem: problems[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  });
  return (
    <Dialog label={title} onClose={onClose}>
      <Stack as="form" gap={4} ref={form} onSubmit={submit} noValidate>
        <h2>{title}</h2>
        <Field label={t('operatorCatalog.name')} autoFocus required maxLength={120} {...field('name')} />
        <Field label={t('operatorCatalog.nameHi')} lang="hi" maxLength={120} {...field('nameHi')} />
        <SelectField
          label={t('operatorCatalog.category')}
          placeholder={t('productForm.chooseCategory')}
          options={categoryOptions(categories)}
          {...field('category')}
        />
        <SelectField
          label={t('operatorCatalog.unit')}
          placeholder={t('productForm.chooseUnit')}
          options={units
            .toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
            .map(({ id, name }) => ({ value: String(id), label: name }))}
          {...field('unit')}
        />
        <Field label={t('productForm.mrp')} inputMode="decimal" {...field('mrp')} />
        <Field
          label={t('operatorCatalog.barcodes')}
          hint={t('operatorCatalog.barcodesHint')}
          inputMode="numeric"
          {...field('barcodes')}
        />
        {problem ? <Notice tone="error">{problem}</Notice> : null}
        <Row align="stretch">
          <Button type="submit" disabled={isBusy}>
            {t('operatorCatalog.save')}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
}

/** Every category, followed by its subcategories: `Staples > Rice & grains`. */
function categoryOptions(names: readonly SharedNameView[]) {
  const pathOf = ({ name, parent_id }: SharedNameView) => {
    const parent = names.find(({ id }) => id === parent_id);
    return parent ? `${parent.name} > ${name}` : name;
  };
  return names
    .map((each) => ({ value: String(each.id), label: pathOf(each) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
}

type Values = Record<'name' | 'nameHi' | 'category' | 'unit' | 'mrp' | 'barcodes', string>;

function useProductForm(product: KnownProductView | undefined, onClose: () => void) {
  const t = useText();
  const [values, setValues] = useState<Values>({
    name: product?.name ?? '',
    nameHi: product?.name_hi ?? '',
    category: product ? String(product.category_id) : '',
    unit: product ? String(product.unit_id) : '',
    mrp: String(product?.mrp ?? ''),
    barcodes: product?.barcodes.join(' ') ?? '',
  });
  const [problems, setProblems] = useState<Partial<Values>>({});
  const { change, isBusy, problem } = useCatalogChange();
  const barcodes = values.barcodes.split(/[\s,;]+/).filter(Boolean);
  const findProblems = (): Partial<Values> => ({
    ...(values.name.trim() === '' && { name: t('operatorCatalog.nameMissing') }),
    ...(values.category === '' && { category: t('productForm.categoryMissing') }),
    ...(values.unit === '' && { unit: t('productForm.unitMissing') }),
    ...(values.mrp.trim() !== '' && !isRupeesText(values.mrp) && { mrp: t('productForm.priceWrong') }),
    ...(!barcodes.every((each) => isProductBarcode(each)) && { barcodes: t('productForm.barcodeWrong') }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = findProblems();
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const body = {
      name: values.name.trim(),
      name_hi: values.nameHi.trim() || null,
      category_id: Number(values.category),
      unit_id: Number(values.unit),
      mrp: values.mrp.trim() === '' ? null : Number(values.mrp),
      barcodes,
    };
    change({
      request: () =>
        product ? call(changeKnownProduct, { params: { id: product.id }, body }) : call(addKnownProduct, { body }),
      successKey: 'operatorCatalog.saved',
      onDone: onClose,
    });
  };
  const set = (changes: Partial<Values>) => setValues((before) => ({ ...before, ...changes }));
  return { values, set, problems, submit, isBusy, problem };
}
