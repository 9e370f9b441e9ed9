import { createCategoryBody, createUnitBody } from '@haat/contract/catalog/products.calls';
import { textOf } from '../../../i18n/language.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Row, Stack } from '../../../ui/Card.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field, SelectField } from '../../../ui/Field.tsx';
import { showText } from '../../../ui/toasts.tsx';
import { useChange } from '../../../ui/use-change.ts';
import { useForm } from '../../../ui/use-form.ts';
import { type Kind, NAME_CALLS } from './own-names.ts';

type Props = {
  kind: Kind;
  shopId: number;
  /** The categories that a new subcategory can be in. */
  parents?: readonly { id: number; label: string }[];
  onClose: () => void;
};

/** Adds a category, a subcategory or a unit of the shop's own. */
export function AddName({ kind, shopId, parents = [], onClose }: Props) {
  const t = useText();
  const title = t(kind === 'unit' ? 'categories.addUnit' : 'categories.add');
  const { send, isSending, refusal } = useChange(NAME_CALLS[kind].add, {
    failed: 'categories.failed',
    onDone: (_, { body: { name } }) => {
      void showText('success', textOf('categories.added', { name }));
      onClose();
    },
  });
  const form = useForm({
    body: kind === 'unit' ? createUnitBody : createCategoryBody,
    initial: { name: '', parent_id: '' },
    texts: { name: 'operatorCatalog.nameMissing' },
    send: (body) => {
      if (!isSending) send({ body: { ...body, shop_id: shopId } });
    },
  });
  const name = form.field('name');
  return (
    <Dialog label={title} onClose={onClose}>
      <Stack as="form" gap={4} {...form.bind}>
        <h2>{title}</h2>
        <Field
          label={t(kind === 'unit' ? 'productForm.newUnit' : 'productForm.newCategory')}
          autoFocus
          autoComplete="off"
          {...name}
          problem={name.problem ?? refusal}
        />
        {parents.length > 0 ? (
          <SelectField
            label={t('categories.parent')}
            placeholder={t('operatorCatalog.noParent')}
            options={parents.map(({ id, label }) => ({ value: String(id), label }))}
            {...form.field('parent_id')}
          />
        ) : null}
        <Row justify="end" align="stretch">
          <Button look="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" disabled={isSending}>
            {title}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
}
