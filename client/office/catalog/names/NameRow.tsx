import type { NamedView } from '@haat/contract/catalog/products.calls';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { textOf } from '../../../i18n/language.ts';
import { useText } from '../../../i18n/use-text.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/api.ts';
import { reload } from '../../../lib/reload.ts';
import { Button } from '../../../ui/Button.tsx';
import { Row, Stack } from '../../../ui/Card.tsx';
import { ConfirmDialog, Dialog } from '../../../ui/Dialog.tsx';
import { Field, SelectField } from '../../../ui/Field.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import looks from '../../../ui/looks.module.css';
import { offerUndo } from '../../../ui/offer-undo.tsx';
import { showText } from '../../../ui/toasts.tsx';
import { useChange } from '../../../ui/use-change.ts';
import { type Kind, NAME_CALLS } from './own-names.ts';
import styles from './Categories.module.css';

export type MergeTarget = { id: number; label: string };

type Props = {
  kind: Kind;
  isOnline: boolean;
  named: { id: number; name: string; label: string; own: boolean };
  /** Includes the products of its subcategories. */
  products: number;
  /** What it can be merged into. */
  targets: readonly MergeTarget[];
};

/** A category or unit with the number of its products; the shop's own with buttons to rename, merge and remove it. */
export function NameRow({ kind, isOnline, named, products, targets }: Props) {
  const t = useText();
  const [open, setOpen] = useState<'rename' | 'merge' | 'remove'>();
  const close = () => setOpen(undefined);
  const { id, name, label, own } = named;
  const { send, isSending, refusal, reset } = useChange(NAME_CALLS[kind].remove, {
    failed: 'categories.failed',
    onDone: () => void showText('success', textOf('categories.removed', { name })),
  });
  if (open === 'rename') {
    return <RenameForm kind={kind} named={named} products={products} onClose={close} />;
  }
  const begin = (next: 'rename' | 'merge' | 'remove') => {
    reset();
    setOpen(next);
  };
  const action = (next: 'rename' | 'merge' | 'remove') => (
    <Button look="quiet" disabled={!isOnline || isSending} onClick={() => begin(next)}>
      {t(`categories.${next}`)}
      <span className="visually-hidden"> {label}</span>
    </Button>
  );
  const isMerging = open === 'merge' || (open === 'remove' && products > 0);
  return (
    <Row rowGap={1} justify="between" className={styles.entry}>
      <Row rowGap={0} align="baseline" className={styles.text}>
        <span className={styles.name}>{label}</span>
        <Row as="span" rowGap={0} align="stretch" className={looks.hint}>
          {t('categories.products', { count: products })}
          {own ? null : <span>{t('categories.shared')}</span>}
        </Row>
      </Row>
      {own ? (
        <Row gap={1}>
          {action('rename')}
          {action('merge')}
          {action('remove')}
        </Row>
      ) : null}
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
      {isMerging ? (
        <MergeDialog
          kind={kind}
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
            send({ params: { id } });
          }}
        />
      ) : null}
    </Row>
  );
}

type RenameProps = Pick<Props, 'kind' | 'named' | 'products'> & { onClose: () => void };

/** The name in a field, in place of the row. A name that is taken already leads to merging the two. */
function RenameForm({ kind, named, products, onClose }: RenameProps) {
  const t = useText();
  const { name: seen, label } = named;
  const [name, setName] = useState(seen);
  const [isMerging, setMerging] = useState(false);
  const { rename, isSending, refusal, existing } = useRename(kind, named, onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const next = name.trim();
    if (next === '' || isSending) return;
    if (next === seen) onClose();
    else rename(next);
  };
  return (
    <Stack as="form" gap={2} className={styles.rename} onSubmit={submit} noValidate>
      <Field
        label={t('categories.nameOf', { name: label })}
        autoFocus
        autoComplete="off"
        maxLength={60}
        value={name}
        problem={name.trim() === '' ? t('operatorCatalog.nameMissing') : refusal}
        onChange={({ target }) => setName(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && onClose()}
      />
      <Row>
        <Button type="submit" disabled={isSending}>
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
          named={named}
          products={products}
          targets={[{ id: existing.id, label: existing.name }]}
          onClose={() => setMerging(false)}
        />
      ) : null}
    </Stack>
  );
}

/** Renames it, which can be taken back. `existing`: the one that has the name already. */
function useRename(kind: Kind, { id, name: seen }: Props['named'], onDone: () => void) {
  const queries = useQueryClient();
  const endpoint = NAME_CALLS[kind].rename;
  const { send, isSending, refusal, error } = useChange(endpoint, {
    failed: 'categories.failed',
    onDone: (_, { body: { name } }) => {
      offerUndo(textOf('categories.renamed', { name }), () => void takeBack(name));
      onDone();
    },
  });

  async function takeBack(name: string): Promise<void> {
    try {
      await call(endpoint, { params: { id }, body: { name: seen, seen: name } });
      void showText('success', textOf('categories.renamed', { name: seen }));
    } catch {
      void showText('error', textOf('categories.failed'));
    }
    await reload(queries, endpoint.changes);
  }

  const rename = (name: string) => send({ params: { id }, body: { name, seen } });
  return { rename, isSending, refusal, existing: existingOf(error) };
}

function existingOf(error: unknown): NamedView | undefined {
  if (!(error instanceof ApiError) || error.reason.code !== 'name_taken') return undefined;
  return (error.body as { existing?: NamedView }).existing;
}

type MergeProps = Pick<Props, 'kind' | 'named' | 'products'> & {
  /** Of a single one there is no choice. */
  targets: readonly MergeTarget[];
  /** It is to be removed, and still has products. */
  isRemoval?: boolean;
  onClose: () => void;
};

/** Moves the products of a category or unit to another one and removes it, which cannot be undone. */
function MergeDialog({ kind, named, products, targets, isRemoval = false, onClose }: MergeProps) {
  const t = useText();
  const [only] = targets.length === 1 ? targets : [];
  const [chosen, setChosen] = useState('');
  const target = only ?? targets.find(({ id }) => String(id) === chosen);
  const title = t(isRemoval ? 'categories.removeTitle' : 'categories.mergeTitle', { name: named.label });
  const { send, isSending, refusal } = useChange(NAME_CALLS[kind].merge, {
    failed: 'categories.failed',
    onDone: ({ products: count }) => {
      void showText('success', textOf('categories.merged', { count, name: target?.label ?? '' }));
      onClose();
    },
  });
  const merge = () => target && send({ params: { id: named.id }, body: { into: target.id } });
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
        {refusal ? <Notice tone="error">{refusal}</Notice> : null}
        <Row justify="end" align="stretch">
          <Button look="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button disabled={isSending || !target} onClick={merge}>
            {t('categories.moveAndRemove')}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
}
