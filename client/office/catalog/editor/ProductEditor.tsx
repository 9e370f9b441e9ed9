import { formatRupees } from '@haat/contract/rupees';
import type { GuardedShop } from '../../../shared/session/RouteGuard.tsx';
import type { CategoryView, NamedView, ShopProduct } from '@haat/contract/catalog/products.calls';
import { useRef, useState } from 'react';
import { useName } from '../../../i18n/use-name.ts';
import { type TextId, useText } from '../../../i18n/use-text.ts';
import { AlertDialog } from '../../../ui/Dialog.tsx';
import { useProblemText } from '../../../ui/use-error-text.ts';
import { useSession } from '../../../shared/session/SessionProvider.tsx';
import { EditConflict } from './EditConflict.tsx';
import { mergeEdits } from './merge-edits.ts';
import { useProductDraft, useDraftNotice } from './product-draft.ts';
import { changedProductFields, newProductFields } from './product-fields.ts';
import {
  type BegunProduct,
  copiedFormValues,
  emptyFormValues,
  toFormValues,
  type ProductFormValues,
  variantName,
} from './product-form-values.ts';
import { ProductForm } from './ProductForm.tsx';
import { QuestionsDialog } from './QuestionsDialog.tsx';
import { type UnusualPrice, unusualPrices } from './unusual-prices.ts';
import { type SaveTexts, useSaveProduct } from './use-save-product.ts';
import { alertFor, missingFields, validateProduct } from './validate-product.ts';

type Props = {
  shop: GuardedShop;
  /** Undefined for a new product. */
  product?: ShopProduct;
  categories: readonly CategoryView[];
  units: readonly NamedView[];
  /** The known values of a new product. */
  begun?: BegunProduct;
  /** What a new product begins as a copy of. */
  original?: ShopProduct;
  texts: SaveTexts;
  submit: string;
};

type Saving = { values: ProductFormValues; seen: ShopProduct | undefined; isConfirmed?: boolean };

/** The product form with its draft, its saving, and the dialogs for unusual prices and concurrent edits. */
export function ProductEditor(props: Props) {
  const { shop, product, categories, units, begun, original, texts, submit } = props;
  const { userId } = useSession();
  const problemText = useProblemText();
  const isNew = product === undefined;
  const newValues = () => (original ? copiedFormValues(original, categories) : emptyFormValues(begun));
  const base = { values: product ? toFormValues(product, categories) : newValues(), seen: product };
  const of = { userId, shopId: shop.shopId, productId: product?.id };
  const form = useProductDraft(of, base);
  useDraftNotice(of, form);
  const { form: element, focusOnProblem } = useFocusOnProblem();
  const saving = useSaveProduct({
    shop,
    productId: product?.id,
    texts,
    onSaved: form.markSaved,
    onKeyUsed: form.renewKey,
  });
  const { state, send } = saving;
  const alert = problemText(saving.problem);
  const missing = useMissingText(saving.problem?.key, { values: form.values, categories, isNew });
  const { isSubmitted, asked, setAsked, save } = useSubmit({ form, shop, categories, isNew, send, focusOnProblem });
  const { current } = state.context;

  const takeTheirs = (theirs: ShopProduct) => {
    form.restart({ values: toFormValues(theirs, categories), seen: theirs });
    send({ type: 'conflict.left' });
  };
  const keepMine = (theirs: ShopProduct, seen: ShopProduct) => {
    const [before, now] = [toFormValues(seen, categories), toFormValues(theirs, categories)];
    const values = mergeEdits({ base: before, mine: form.values, theirs: now });
    form.rebase({ values, seen: theirs });
    send({ type: 'conflict.left' });
    save({ values, seen: theirs });
  };

  const dismissAlert = () => {
    send({ type: 'alert.read' });
    focusOnProblem();
  };

  return (
    <>
      <ProductForm
        {...form}
        form={element}
        shop={shop}
        product={product}
        categories={categories}
        units={units}
        problems={isSubmitted ? validateProduct({ values: form.values, categories, isNew }) : {}}
        isBusy={state.hasTag('busy')}
        submit={submit}
        onSubmit={() => save(form)}
        onRestart={() => form.restart(base)}
      />
      {asked ? (
        <PriceQuestions
          prices={asked.unusual}
          onClose={() => setAsked(undefined)}
          onConfirm={() => save({ ...asked, isConfirmed: true })}
        />
      ) : null}
      {alert ? <AlertDialog text={alert} about={missing} onClose={dismissAlert} /> : null}
      {state.matches('conflicted') && current && form.seen ? (
        <EditConflict
          base={form.seen}
          theirs={current}
          categories={categories}
          onTakeTheirs={() => takeTheirs(current)}
          onKeepMine={() => form.seen && keepMine(current, form.seen)}
          onClose={() => send({ type: 'conflict.left' })}
        />
      ) : null}
    </>
  );
}

/** Which fields are missing, for the alert that says that some are. */
function useMissingText(key: TextId | undefined, given: Parameters<typeof missingFields>[0]): string | undefined {
  const t = useText();
  if (key !== 'productForm.fillRequired') return undefined;
  const fields = missingFields(given).map((label) => t(label));
  return fields.length > 0 ? t('productForm.missingFields', { fields: fields.join(', ') }) : undefined;
}

type Submitting = {
  form: ReturnType<typeof useProductDraft>;
  shop: GuardedShop;
  categories: readonly CategoryView[];
  isNew: boolean;
  send: ReturnType<typeof useSaveProduct>['send'];
  focusOnProblem: () => void;
};

/** Submits the form once it is valid and its unusual prices are confirmed. */
function useSubmit({ form, shop, categories, isNew, send, focusOnProblem }: Submitting) {
  const [isSubmitted, setSubmitted] = useState(false);
  const [asked, setAsked] = useState<Saving & { unusual: readonly UnusualPrice[] }>();

  const save = ({ values, seen, isConfirmed = false }: Saving): void => {
    setSubmitted(true);
    setAsked(undefined);
    const given = { values, categories, isNew };
    const key = alertFor(given);
    if (key) send({ type: 'refused', key });
    if (Object.keys(validateProduct(given)).length > 0) return focusOnProblem();
    const unusual = unusualPrices(values, seen);
    if (unusual.length > 0 && !isConfirmed) return setAsked({ values, seen, unusual });
    const isFree = unusual.some(({ kind }) => kind === 'free');
    const fields = {
      ...(seen ? changedProductFields({ values, seen, categories }) : newProductFields(values, shop.shopId)),
      ...(isFree && { confirm_free: '1' }),
    };
    const files = values.pictures.filter((each) => each instanceof File);
    return send({ type: 'submitted', fields, files, key: form.requestKey });
  };
  return { isSubmitted, asked, setAsked, save };
}

/** Focuses the first invalid field of a form. */
function useFocusOnProblem() {
  const form = useRef<HTMLFormElement>(null);
  // In the next frame, when the problems are rendered and a closed alert has returned the focus.
  const focusOnProblem = () =>
    void requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  return { form, focusOnProblem };
}

type QuestionsProps = { prices: readonly UnusualPrice[]; onConfirm: () => void; onClose: () => void };

/** Asks whether prices of 0, or ten times off, are meant, before the product is saved. */
function PriceQuestions({ prices, ...answers }: QuestionsProps) {
  const t = useText();
  const nameOf = useName();
  const questions = prices.map(({ kind, variant, before, price }) => {
    const values = { price: formatRupees(price), before: formatRupees(before ?? 0) };
    const text = t(kind === 'free' ? 'priceQuestion.free' : 'priceQuestion.unusual', values);
    return { key: variant.key, name: variantName(variant, nameOf), text };
  });
  return <QuestionsDialog title={t('priceQuestion.title')} questions={questions} {...answers} />;
}
