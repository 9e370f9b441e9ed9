import type { CategoryView, NamedView } from '@haat/contract/api/categories.schema';
import type { ShopProduct } from '@haat/contract/api/products.schema';
import { useState } from 'react';
import { AlertDialog } from '../../ui/AlertDialog.tsx';
import { useProblemText } from '../../ui/use-problem-text.ts';
import { useSession } from '../session/use-session.ts';
import { EditConflict } from './EditConflict.tsx';
import { alertFor, entryProblems } from './entry-problems.ts';
import { mergeEdits } from './merge-edits.ts';
import type { OwnShop } from './OwnDesk.tsx';
import { emptyEntries, entriesOf, type ProductEntries } from './product-entries.ts';
import { changedProductFields, newProductFields } from './product-fields.ts';
import { ProductForm } from './ProductForm.tsx';
import { useFocusOnProblem } from './use-focus-on-problem.ts';
import { useProductEntries } from './use-product-entries.ts';
import { useTellDraft } from './use-tell-draft.ts';
import { useSaveProduct, type SaveTexts } from './use-save-product.ts';

type Props = {
  shop: OwnShop;
  /** None for one that is to be added. */
  product?: ShopProduct;
  categories: readonly CategoryView[];
  units: readonly NamedView[];
  /** Of one that is to be added. */
  barcode?: string;
  texts: SaveTexts;
  submit: string;
};

/** The form of a product, what is told of it, and the decision when somebody else has changed the product meanwhile. */
export function ProductEditor({ shop, product, categories, units, barcode, texts, submit }: Props) {
  const { userId } = useSession();
  const problemText = useProblemText();
  const isNew = product === undefined;
  const begun = { entries: product ? entriesOf(product, categories) : emptyEntries(barcode), seen: product };
  const of = { userId, shopId: shop.id, productId: product?.id };
  const form = useProductEntries(of, begun);
  useTellDraft(of, form);
  const [isTried, setTried] = useState(false);
  const { form: element, focusOnProblem } = useFocusOnProblem();
  const saving = useSaveProduct({
    shop,
    productId: product?.id,
    texts,
    onSaved: form.forget,
    onKeyUsed: form.renewKey,
  });
  const { state, send } = saving;
  const alert = problemText(saving.problem);
  const { current } = state.context;

  const save = (entries: ProductEntries, seen: ShopProduct | undefined): void => {
    setTried(true);
    const given = { entries, categories, isNew };
    const key = alertFor(given);
    if (key) send({ type: 'refused', key });
    if (Object.keys(entryProblems(given)).length > 0) return focusOnProblem();
    const fields = seen ? changedProductFields({ entries, seen, categories }) : newProductFields(entries);
    return send({ type: 'submitted', fields, picture: entries.picture, key: form.requestKey });
  };
  const takeTheirs = (theirs: ShopProduct) => {
    form.restart({ entries: entriesOf(theirs, categories), seen: theirs });
    send({ type: 'conflict.left' });
  };
  const keepMine = (theirs: ShopProduct, seen: ShopProduct) => {
    const [before, now] = [entriesOf(seen, categories), entriesOf(theirs, categories)];
    const entries = mergeEdits({ begun: before, mine: form.entries, theirs: now });
    form.goOn({ entries, seen: theirs });
    send({ type: 'conflict.left' });
    save(entries, theirs);
  };

  const readAlert = () => {
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
        problems={isTried ? entryProblems({ entries: form.entries, categories, isNew }) : {}}
        isBusy={state.hasTag('busy')}
        submit={submit}
        onSubmit={() => save(form.entries, form.seen)}
        onRestart={() => form.restart(begun)}
      />
      {alert ? <AlertDialog text={alert} onClose={readAlert} /> : null}
      {state.matches('conflicted') && current && form.seen ? (
        <EditConflict
          begun={form.seen}
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
