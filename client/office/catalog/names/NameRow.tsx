import { type FormEvent, useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Row, Stack } from '../../../ui/Card.tsx';
import { ConfirmDialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import styles from './Categories.module.css';
import { MergeDialog, type MergeTarget } from './MergeDialog.tsx';
import { type Kind, useOwnNames } from './own-names.ts';

type Props = {
  kind: Kind;
  shopId: number;
  isOnline: boolean;
  named: { id: number; name: string; label: string; own: boolean };
  /** Includes the products of its subcategories. */
  products: number;
  /** What it can be merged into. */
  targets: readonly MergeTarget[];
};

/** A category or unit with the number of its products; the shop's own with buttons to rename, merge and remove it. */
export function NameRow({ kind, shopId, isOnline, named, products, targets }: Props) {
  const t = useText();
  const [open, setOpen] = useState<'rename' | 'merge' | 'remove'>();
  const close = () => setOpen(undefined);
  const { change, isBusy, problem, reset } = useOwnNames(kind, shopId);
  const { id, name, label, own } = named;
  if (open === 'rename') {
    return <RenameForm kind={kind} shopId={shopId} named={named} products={products} onClose={close} />;
  }
  const begin = (next: 'rename' | 'merge' | 'remove') => {
    reset();
    setOpen(next);
  };
  const action = (next: 'rename' | 'merge' | 'remove') => (
    <Button look="quiet" disabled={!isOnline || isBusy} onClick={() => begin(next)}>
      {t(`categories.${next}`)}
      <span className="visually-hidden"> {label}</span>
    </Button>
  );
  const isMerging = open === 'merge' || (open === 'remove' && products > 0);
  return (
    <div className={styles.entry}>
      <div className={styles.text}>
        <span className={styles.name}>{label}</span>
        <span className={styles.facts}>
          {t('categories.products', { count: products })}
          {own ? null : <span>{t('categories.shared')}</span>}
        </span>
      </div>
      {own ? (
        <Row gap={1}>
          {action('rename')}
          {action('merge')}
          {action('remove')}
        </Row>
      ) : null}
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      {isMerging ? (
        <MergeDialog
          kind={kind}
          shopId={shopId}
          named={named}
          products={products}
          targets={targets}
          isRemoval={open === 'remove'}
          onClose={close}
        />
      ) : null}
      {open === 'remove' && !isMerging ? (
        <ConfirmDialog
          text={t('categories.removeAsk', { name: label })}
          confirm={t('categories.remove')}
          onClose={close}
          onConfirm={() => {
            close();
            change({ type: 'remove', id, name });
          }}
        />
      ) : null}
    </div>
  );
}

type RenameProps = Pick<Props, 'kind' | 'shopId' | 'named' | 'products'> & { onClose: () => void };

/** The name in a field, in place of the row. A name that is taken already leads to merging the two. */
function RenameForm({ kind, shopId, named, products, onClose }: RenameProps) {
  const t = useText();
  const { id, name: seen, label } = named;
  const [name, setName] = useState(seen);
  const [isMerging, setMerging] = useState(false);
  const { change, isBusy, problem, existing } = useOwnNames(kind, shopId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const next = name.trim();
    if (next === '' || isBusy) return;
    if (next === seen) onClose();
    else change({ type: 'rename', id, name: next, seen }, { onSuccess: onClose });
  };
  return (
    <Stack as="form" gap={2} className={styles.rename} onSubmit={submit} noValidate>
      <Field
        label={t('categories.nameOf', { name: label })}
        autoFocus
        autoComplete="off"
        maxLength={60}
        value={name}
        problem={name.trim() === '' ? t('operatorCatalog.nameMissing') : problem}
        onChange={({ target }) => setName(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && onClose()}
      />
      <Row>
        <Button type="submit" disabled={isBusy}>
          {t('operatorCatalog.save')}
        </Button>
        {existing ? (
          <Button look="secondary" onClick={() => setMerging(true)}>
            {t('categories.mergeInto', { name: existing.name })}
          </Button>
        ) : null}
        <Button look="quiet" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </Row>
      {isMerging && existing ? (
        <MergeDialog
          kind={kind}
          shopId={shopId}
          named={named}
          products={products}
          targets={[{ id: existing.id, label: existing.name }]}
          onClose={() => setMerging(false)}
        />
      ) : null}
    </Stack>
  );
}
