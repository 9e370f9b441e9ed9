import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Row, Stack } from '../../../ui/Card.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { SelectField } from '../../../ui/Field.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { type Kind, useOwnNames } from './own-names.ts';

export type MergeTarget = { id: number; label: string };

type Props = {
  kind: Kind;
  shopId: number;
  named: { id: number; name: string; label: string };
  products: number;
  /** Of a single one there is no choice. */
  targets: readonly MergeTarget[];
  /** It is to be removed, and still has products. */
  isRemoval?: boolean;
  onClose: () => void;
};

/** Moves the products of a category or unit to another one and removes it, which cannot be undone. */
export function MergeDialog({ kind, shopId, named, products, targets, isRemoval = false, onClose }: Props) {
  const t = useText();
  const { change, isBusy, problem } = useOwnNames(kind, shopId);
  const [only] = targets.length === 1 ? targets : [];
  const [chosen, setChosen] = useState('');
  const target = only ?? targets.find(({ id }) => String(id) === chosen);
  const title = t(isRemoval ? 'categories.removeTitle' : 'categories.mergeTitle', { name: named.label });
  const merge = () => {
    if (!target) return;
    const { id, name } = named;
    change({ type: 'merge', id, into: target.id, name, target: target.label }, { onSuccess: onClose });
  };
  return (
    <Dialog label={title} onClose={onClose}>
      <Stack gap={4}>
        <h2>{title}</h2>
        {isRemoval ? <p>{t('categories.removeHint', { count: products })}</p> : null}
        {only ? null : (
          <SelectField
            label={t('categories.moveTo')}
            placeholder={t(kind === 'unit' ? 'productForm.chooseUnit' : 'productForm.chooseCategory')}
            options={targets.map(({ id, label }) => ({ value: String(id), label }))}
            value={chosen}
            onChange={({ target: select }) => setChosen(select.value)}
          />
        )}
        {target ? (
          <p>{t('categories.mergeAsk', { count: products, target: target.label, name: named.label })}</p>
        ) : null}
        {problem ? <Notice tone="error">{problem}</Notice> : null}
        <Row justify="end" align="stretch">
          <Button look="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button disabled={isBusy || !target} onClick={merge}>
            {t('categories.moveAndRemove')}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
}
