import {
  addKnownProduct,
  addKnownProductBody,
  changeKnownProduct,
  type KnownProductView,
  listKnownProducts,
} from '@haat/contract/catalog/catalog.calls';
import { isProductBarcode } from '@haat/contract/catalog/barcode';
import { isRupeesText } from '@haat/contract/catalog/product-input';
import { KNOWN_PRODUCT_SORTS } from '@haat/contract/platform/operator-lists';
import { formatRupees } from '@haat/contract/rupees';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field, SelectField } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useChange } from '../../ui/use-change.ts';
import { useForm, valuesOf } from '../../ui/use-form.ts';
import { listPages } from '../lists/list-pages.ts';
import { ListedRows } from '../lists/ListedRows.tsx';
import type { Column } from '../lists/OperatorTable.tsx';
import { readId, readSorting, useSearched } from '../lists/use-list-choice.ts';
import { CatalogActions, CatalogLead, HIDING, SAVING } from './CatalogCells.tsx';
import { type CatalogChoice, CatalogFilters, categoryOptions, readState, useSharedNames } from './CatalogFilters.tsx';

type Props = { choice: CatalogChoice; onChoose: (changes: Partial<CatalogChoice>) => void };

/** The products that shops can start from: filtered by the server, which also finds a barcode, and sorted. */
export function KnownProducts({ choice, onChoose }: Props) {
  const t = useText();
  const [isAdding, setAdding] = useState(false);
  const filter = {
    search: useSearched(choice.search) || undefined,
    category: readId(choice.category),
    state: readState(choice),
    ...readSorting(choice, KNOWN_PRODUCT_SORTS),
  };
  const pages = useInfiniteQuery(listPages(listKnownProducts, filter));
  const { data: categories } = useSharedNames('categories');
  return (
    <Stack gap={4}>
      <CatalogFilters
        search="operatorCatalog.searchProducts"
        categories={categories ?? []}
        choice={choice}
        onChoose={onChoose}
      />
      <Row>
        <Button onClick={() => setAdding(true)}>{t('operatorCatalog.addProduct')}</Button>
      </Row>
      <ListedRows
        pages={pages}
        texts={{ failed: 'operatorCatalog.loadFailed', none: 'operatorCatalog.none', more: 'operatorCatalog.more' }}
        caption={t('operatorCatalog.products')}
        columns={COLUMNS}
        sorting={filter}
        onSort={onChoose}
      />
      {isAdding ? <ProductDialog onClose={() => setAdding(false)} /> : null}
    </Stack>
  );
}

const COLUMNS: Column<KnownProductView>[] = [
  { head: 'operatorCatalog.entry', sort: 'name', cell: (each) => <CatalogLead {...each} /> },
  { head: 'operatorCatalog.unit', cell: ({ unit }) => unit },
  { head: 'operatorCatalog.category', sort: 'category', cell: ({ category }) => category },
  {
    head: 'productForm.mrp',
    sort: 'mrp',
    isNumber: true,
    cell: ({ mrp }) => (mrp === null ? null : formatRupees(mrp)),
  },
  { head: 'operatorCatalog.barcodes', isWide: true, cell: ({ barcodes }) => barcodes.join(', ') },
  { head: 'operatorList.actions', cell: (each) => <ProductActions product={each} /> },
];

/** The buttons of a product, and the dialog that changes it. */
function ProductActions({ product }: { product: KnownProductView }) {
  const [isEditing, setEditing] = useState(false);
  const { id, name, unit, hidden } = product;
  const change = useChange(changeKnownProduct, HIDING);
  return (
    <>
      <CatalogActions
        name={`${name}, ${unit}`}
        hidden={hidden}
        onEdit={() => setEditing(true)}
        onToggle={() => change.send({ params: { id }, body: { hidden: !hidden } })}
        toggling={change}
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
  const { form, isSending, refusal } = useProductForm(product, onClose);
  const categories = useSharedNames('categories').data ?? [];
  const units = useSharedNames('units').data ?? [];
  const title = product ? t('operatorCatalog.editNamed', { name: product.name }) : t('operatorCatalog.addProduct');
  return (
    <Dialog label={title} onClose={onClose}>
      <Stack as="form" gap={4} {...form.bind}>
        <h2>{title}</h2>
        <Field label={t('operatorCatalog.name')} autoFocus autoComplete="off" {...form.field('name')} />
        <Field label={t('operatorCatalog.nameHi')} lang="hi" autoComplete="off" {...form.field('name_hi')} />
        <SelectField
          label={t('operatorCatalog.category')}
          placeholder={t('productForm.chooseCategory')}
          autoComplete="off"
          options={categoryOptions(categories)}
          {...form.field('category_id')}
        />
        <SelectField
          label={t('operatorCatalog.unit')}
          placeholder={t('productForm.chooseUnit')}
          autoComplete="off"
          options={units
            .toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
            .map(({ id, name }) => ({ value: String(id), label: name }))}
          {...form.field('unit_id')}
        />
        <Field label={t('productForm.mrp')} inputMode="decimal" autoComplete="off" {...form.field('mrp')} />
        <Field
          label={t('operatorCatalog.barcodes')}
          hint={t('operatorCatalog.barcodesHint')}
          inputMode="numeric"
          autoComplete="off"
          {...form.field('barcodes')}
        />
        {refusal ? <Notice tone="error">{refusal}</Notice> : null}
        <Row align="stretch">
          <Button type="submit" disabled={isSending}>
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

const barcodesIn = (text: string) => text.split(/[\s,;]+/).filter(Boolean);

function useProductForm(product: KnownProductView | undefined, onClose: () => void) {
  const adding = useChange(addKnownProduct, { ...SAVING, onDone: onClose });
  const changing = useChange(changeKnownProduct, { ...SAVING, onDone: onClose });
  const { isSending, refusal } = product ? changing : adding;
  const form = useForm({
    body: addKnownProductBody,
    initial: { ...valuesOf(addKnownProductBody, product), barcodes: product?.barcodes.join(' ') ?? '' },
    texts: {
      name: 'operatorCatalog.nameMissing',
      category_id: 'productForm.categoryMissing',
      unit_id: 'productForm.unitMissing',
    },
    check: ({ mrp, barcodes }) => ({
      ...(mrp.trim() !== '' && !isRupeesText(mrp) && { mrp: 'productForm.priceWrong' as const }),
      ...(!barcodesIn(barcodes).every((each) => isProductBarcode(each)) && {
        barcodes: 'operatorCatalog.barcodeWrong' as const,
      }),
    }),
    send: (fields, values) => {
      const body = { ...fields, barcodes: barcodesIn(values.barcodes) };
      if (product) changing.send({ params: { id: product.id }, body });
      else adding.send({ body });
    },
  });
  return { form, isSending, refusal };
}
