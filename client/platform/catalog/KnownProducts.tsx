import { addKnownProduct, changeKnownProduct, type KnownProductView } from '@haat/contract/catalog/catalog.calls';
import { isProductBarcode } from '@haat/contract/catalog/barcode';
import { isRupeesText } from '@haat/contract/catalog/product-input';
import { formatRupees } from '@haat/contract/rupees';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type FormEvent, useMemo, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { call } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field, SelectField, useFocusOnFirst } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ListedRows } from '../lists/ListedRows.tsx';
import type { Column } from '../lists/OperatorTable.tsx';
import { useSearched } from '../lists/use-list-choice.ts';
import { CatalogActions, CatalogLead } from './CatalogCells.tsx';
import { CatalogFilters, categoryOptions } from './CatalogFilters.tsx';
import {
  type CatalogChoice,
  knownProductsQuery,
  readProductsChoice,
  sharedNamesQuery,
  useCatalogChange,
} from './operator-catalog-queries.ts';

type Props = { choice: CatalogChoice; onChoose: (changes: Partial<CatalogChoice>) => void };

/** The products that shops can start from: filtered by the server, which also finds a barcode, and sorted. */
export function KnownProducts({ choice, onChoose }: Props) {
  const t = useText();
  const [isAdding, setAdding] = useState(false);
  const filter = readProductsChoice(choice, useSearched(choice.search));
  const pages = useInfiniteQuery(knownProductsQuery(filter));
  const { data: categories } = useQuery(sharedNamesQuery('categories'));
  const columns = useProductColumns();
  return (
    <Stack gap={4}>
      <CatalogFilters
        label={t('operatorCatalog.searchProducts')}
        categories={categories ?? []}
        choice={choice}
        onChoose={onChoose}
      />
      <Row>
        <Button onClick={() => setAdding(true)}>{t('operatorCatalog.addProduct')}</Button>
      </Row>
      <ListedRows
        pages={pages}
        texts={{
          failed: t('operatorCatalog.loadFailed'),
          none: t('operatorCatalog.none'),
          more: t('operatorCatalog.more'),
        }}
        caption={t('operatorCatalog.products')}
        columns={columns}
        sorting={filter}
        onSort={onChoose}
      />
      {isAdding ? <ProductDialog onClose={() => setAdding(false)} /> : null}
    </Stack>
  );
}

function useProductColumns(): Column<KnownProductView>[] {
  const t = useText();
  return useMemo(
    () => [
      { key: 'name', head: t('operatorCatalog.entry'), sort: 'name', cell: (each) => <CatalogLead {...each} /> },
      { key: 'unit', head: t('operatorCatalog.unit'), cell: ({ unit }) => unit },
      { key: 'category', head: t('operatorCatalog.category'), sort: 'category', cell: ({ category }) => category },
      {
        key: 'mrp',
        head: t('productForm.mrp'),
        sort: 'mrp',
        isNumber: true,
        cell: ({ mrp }) => (mrp === null ? null : formatRupees(mrp)),
      },
      {
        key: 'barcodes',
        head: t('operatorCatalog.barcodes'),
        isWide: true,
        cell: ({ barcodes }) => barcodes.join(', '),
      },
      { key: 'actions', head: t('operatorList.actions'), cell: (each) => <ProductActions product={each} /> },
    ],
    [t],
  );
}

/** The buttons of a product, and the dialog that changes it. */
function ProductActions({ product }: { product: KnownProductView }) {
  const [isEditing, setEditing] = useState(false);
  const { id, name, unit, hidden } = product;
  return (
    <>
      <CatalogActions
        name={`${name}, ${unit}`}
        hidden={hidden}
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
