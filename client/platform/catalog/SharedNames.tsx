import {
  addSharedName,
  addSharedNameBody,
  type CatalogKind,
  changeSharedName,
  type SharedNameView,
} from '@haat/contract/catalog/catalog.calls';
import { useState } from 'react';
import type { CatalogState } from '@haat/contract/platform/operator-lists';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Field, SelectField } from '../../ui/Field.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useChange } from '../../ui/use-change.ts';
import { useForm } from '../../ui/use-form.ts';
import { type Column, OperatorTable, type Sorting } from '../lists/OperatorTable.tsx';
import { readSorting } from '../lists/use-list-choice.ts';
import { CatalogActions, CatalogLead, HIDING, SAVING } from './CatalogCells.tsx';
import { type CatalogChoice, CatalogFilters, readState, useSharedNames } from './CatalogFilters.tsx';

type Props = {
  kind: CatalogKind;
  choice: CatalogChoice;
  onChoose: (changes: Partial<CatalogChoice>) => void;
};

/** The shared categories with their subcategories, units, sizes or colours. */
export function SharedNames(props: Props) {
  const read = useSharedNames(props.kind);
  return (
    <Loaded
      read={read}
      failed="operatorCatalog.loadFailed"
      waiting={<Skeleton height="150vh" radius="var(--radius-card)" />}
    >
      {(names) => <NameList {...props} names={names} />}
    </Loaded>
  );
}

function NameList({ kind, choice, onChoose, names }: Props & { names: readonly SharedNameView[] }) {
  const t = useText();
  const [isAdding, setAdding] = useState(false);
  const sorting = readSorting(choice, kind === 'categories' ? ['category', 'name'] : ['name']);
  const tops = kind === 'categories' ? names.filter(({ parent_id }) => parent_id === null) : undefined;
  const rows = arrangeNames(names, { ...choice, state: readState(choice), sorting });
  return (
    <Stack gap={4}>
      <CatalogFilters search="operatorCatalog.search" categories={tops} choice={choice} onChoose={onChoose} />
      <Row>
        <Button onClick={() => setAdding(true)}>{t('operatorCatalog.add')}</Button>
      </Row>
      {rows.length === 0 ? (
        <EmptyState text={t('operatorCatalog.none')} />
      ) : (
        <OperatorTable
          caption={t(`operatorCatalog.${kind}`)}
          columns={columnsOf(kind)}
          rows={rows}
          sorting={sorting}
          onSort={onChoose}
        />
      )}
      {isAdding ? <NameDialog kind={kind} parents={tops ?? []} onClose={() => setAdding(false)} /> : null}
    </Stack>
  );
}

const PARENT: Column<NameRow> = { head: 'operatorCatalog.parent', sort: 'category', cell: ({ parent }) => parent };

const columnsOf = (kind: CatalogKind): Column<NameRow>[] => [
  { head: 'operatorCatalog.entry', sort: 'name', cell: (row) => <CatalogLead {...row} /> },
  ...(kind === 'categories' ? [PARENT] : []),
  { head: 'operatorList.actions', cell: (row) => <NameActions kind={kind} shared={row} /> },
];

type NameActionsProps = { kind: CatalogKind; shared: SharedNameView };

/** The buttons of a name, and the dialog that renames it. */
function NameActions({ kind, shared }: NameActionsProps) {
  const [isEditing, setEditing] = useState(false);
  const { id, name, hidden } = shared;
  const change = useChange(changeSharedName, HIDING);
  return (
    <>
      <CatalogActions
        name={name}
        hidden={hidden}
        onEdit={() => setEditing(true)}
        onToggle={() => change.send({ params: { kind, id }, body: { hidden: !hidden } })}
        toggling={change}
      />
      {isEditing ? <NameDialog kind={kind} shared={shared} onClose={() => setEditing(false)} /> : null}
    </>
  );
}

type NameDialogProps = {
  kind: CatalogKind;
  /** The name to change; without it, one is added. */
  shared?: SharedNameView;
  /** The categories that a new subcategory can be in. */
  parents?: readonly SharedNameView[];
  onClose: () => void;
};

/** Adds or renames, in English and Hindi. */
function NameDialog({ kind, shared, parents = [], onClose }: NameDialogProps) {
  const t = useText();
  const adding = useChange(addSharedName, { ...SAVING, onDone: onClose });
  const changing = useChange(changeSharedName, { ...SAVING, onDone: onClose });
  const { isSending, refusal } = shared ? changing : adding;
  const form = useForm({
    body: addSharedNameBody,
    initial: { name: shared?.name ?? '', name_hi: shared?.name_hi ?? '', parent_id: '' },
    texts: { name: 'operatorCatalog.nameMissing' },
    send: ({ parent_id, ...body }) => {
      if (shared) changing.send({ params: { kind, id: shared.id }, body });
      else adding.send({ params: { kind }, body: { ...body, parent_id } });
    },
  });
  const title = shared ? t('operatorCatalog.editNamed', { name: shared.name }) : t('operatorCatalog.add');
  return (
    <Dialog label={title} onClose={onClose}>
      <Stack as="form" gap={4} {...form.bind}>
        <h2>{title}</h2>
        <Field label={t('operatorCatalog.name')} autoFocus autoComplete="off" {...form.field('name')} />
        <Field label={t('operatorCatalog.nameHi')} lang="hi" autoComplete="off" {...form.field('name_hi')} />
        {parents.length > 0 ? (
          <SelectField
            label={t('operatorCatalog.parent')}
            placeholder={t('operatorCatalog.noParent')}
            options={parents.map(({ id, name }) => ({ value: String(id), label: name }))}
            {...form.field('parent_id')}
          />
        ) : null}
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

/** A shared name; `parent`: the category of a subcategory. */
type NameRow = SharedNameView & { parent: string | undefined };

type Arrangement = {
  search: string;
  /** The id of a category, whose subcategories are listed, too. */
  category: string;
  state: CatalogState | undefined;
  sorting: Sorting;
};

/** The names that match, in the order of their letters; sorted by category, each category is followed by its subcategories. */
function arrangeNames(names: readonly SharedNameView[], choice: Arrangement): NameRow[] {
  const { search, category, state, sorting } = choice;
  const byId = new Map(names.map((each) => [each.id, each]));
  const parentOf = ({ parent_id: id }: SharedNameView) => (id === null ? undefined : byId.get(id));
  const words = search.trim().toLowerCase();
  const sign = sorting.direction === 'asc' ? 1 : -1;
  return names
    .filter((each) => `${each.name} ${each.name_hi ?? ''}`.toLowerCase().includes(words))
    .filter(({ id, parent_id: parent }) => !category || [id, parent].includes(Number(category)))
    .filter(({ hidden }) => !state || hidden === (state === 'hidden'))
    .map((each) => ({ ...each, parent: parentOf(each)?.name }))
    .toSorted((a, b) =>
      sorting.sort === 'category' ? sign * compareTop(a, b) || byLevel(a, b) || byName(a, b) : sign * byName(a, b),
    );
}

type Named = Pick<NameRow, 'name' | 'parent'>;

const letters = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true });
const byName = (a: Named, b: Named) => letters(a.name, b.name);
const compareTop = (a: Named, b: Named) => letters(a.parent ?? a.name, b.parent ?? b.name);
const byLevel = (a: Named, b: Named) => Number(a.parent !== undefined) - Number(b.parent !== undefined);
