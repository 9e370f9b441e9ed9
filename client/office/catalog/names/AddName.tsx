import { type FormEvent, useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Row, Stack } from '../../../ui/Card.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field, SelectField } from '../../../ui/Field.tsx';
import { type Kind, useOwnNames } from './own-names.ts';

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
  const [name, setName] = useState('');
  const [parent, setParent] = useState('');
  const [isSent, setSent] = useState(false);
  const { change, isBusy, problem } = useOwnNames(kind, shopId);
  const title = t(kind === 'unit' ? 'categories.addUnit' : 'categories.add');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (name.trim() === '' || isBusy) return;
    change({ type: 'add', name: name.trim(), parentId: Number(parent) || undefined }, { onSuccess: onClose });
  };
  return (
    <Dialog label={title} onClose={onClose}>
      <Stack as="form" gap={4} onSubmit={submit} noValidate>
        <h2>{title}</h2>
        <Field
          label={t(kind === 'unit' ? 'productForm.newUnit' : 'productForm.newCategory')}
          autoFocus
          autoComplete="off"
          maxLength={60}
          value={name}
          problem={isSent && name.trim() === '' ? t('operatorCatalog.nameMissing') : problem}
          onChange={({ target }) => setName(target.value)}
        />
        {parents.length > 0 ? (
          <SelectField
            label={t('categories.parent')}
            placeholder={t('operatorCatalog.noParent')}
            options={parents.map(({ id, label }) => ({ value: String(id), label }))}
            value={parent}
            onChange={({ target }) => setParent(target.value)}
          />
        ) : null}
        <Row justify="end" align="stretch">
          <Button look="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" disabled={isBusy}>
            {title}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
}
