import {
  addSharedName,
  type CatalogKind,
  changeSharedName,
  type SharedNameView,
} from '@haat/contract/catalog/catalog.calls';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useMemo, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { call } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState, LoadFailure } from '../../ui/EmptyState.tsx';
import { Field, SelectField, useFocusOnFirst } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { type Column, OperatorTable } from '../lists/OperatorTable.tsx';
import { readSorting } from '../lists/use-list-choice.ts';
import { arrangeNames, type NameRow } from './arrange-names.ts';
import { CatalogActions, CatalogLead } from './CatalogCells.tsx';
import { CatalogFilters } from './CatalogFilters.tsx';
import { type CatalogChoice, readState, sharedNamesQuery, useCatalogChange } from './operator-catalog-queries.ts';

type Props = {
  kind: CatalogKind;
  choice: CatalogChoice;
  onChoose: (changes: Partial<CatalogChoice>) => void;
};

/** The shared categories with their subcategories, units, sizes or colours. */
export function SharedNames({ kind, choice, onChoose }: Props) {
  const t = useText();
  const [isAdding, setAdding] = useState(false);
  const { data: names, error, refetch } = useQuery(sharedNamesQuery(kind));
  const columns = useNameColumns(kind);
  if (error && !names) return <LoadFailure text={t('operatorCatalog.loadFailed')} onRetry={() => void refetch()} />;
  if (!names) return <Skeleton height="150vh" radius="var(--radius-card)" />;
  const sorting = readSorting(choice, kind === 'categories' ? ['category', 'name'] : ['name']);
  const tops = kind === 'categories' ? names.filter(({ parent_id }) => parent_id === null) : undefined;
  const rows = arrangeNames(names, { ...choice, state: readState(choice), sorting });
  return (
    <Stack gap={4}>
      <CatalogFilters label={t('operatorCatalog.search')} categories={tops} choice={choice} onChoose={onChoose} />
      <Row>
        <Button onClick={() => setAdding(true)}>{t('operatorCatalog.add')}</Button>
      </Row>
      {rows.length === 0 ? (
        <EmptyState text={t('operatorCatalog.none')} />
      ) : (
        <OperatorTable
          caption={t(`operatorCatalog.${kind}`)}
          columns={columns}
          rows={rows}
          sorting={sorting}
          onSort={onChoose}
        />
      )}
      {isAdding ? <NameDialog kind={kind} parents={tops ?? []} onClose={() => setAdding(false)} /> : null}
    </Stack>
  );
}

function useNameColumns(kind: CatalogKind): Column<NameRow>[] {
  const t = useText();
  return useMemo(
    () => [
      { key: 'name', head: t('operatorCatalog.entry'), sort: 'name', cell: (row) => <CatalogLead {...row} /> },
      ...(kind === 'categories'
        ? [
            {
              key: 'category',
              head: t('operatorCatalog.parent'),
              sort: 'category',
              cell: ({ parent }: NameRow) => parent,
            },
          ]
        : []),
      { key: 'actions', head: t('operatorList.actions'), cell: (row) => <NameActions kind={kind} shared={row} /> },
    ],
    [t, kind],
  );
}

type NameActionsProps = { kind: CatalogKind; shared: SharedNameView };

/** The buttons of a name, and the dialog that renames it. */
function NameActions({ kind, shared }: NameActionsProps) {
  const [isEditing, setEditing] = useState(false);
  const { id, name, hidden } = shared;
  return (
    <>
      <CatalogActions
        name={name}
        hidden={hidden}
        onEdit={() => setEditing(true)}
        setHidden={(next) => call(changeSharedName, { params: { kind, id }, body: { hidden: next } })}
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
  const [name, setName] = useState(shared?.name ?? '');
  const [nameHi, setNameHi] = useState(shared?.name_hi ?? '');
  const [parent, setParent] = useState('');
  const [problems, setProblems] = useState<{ name?: string }>({});
  const form = useFocusOnFirst(problems);
  const { change, isBusy, problem } = useCatalogChange();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setProblems(name.trim() ? {} : { name: t('operatorCatalog.nameMissing') });
    if (!name.trim()) return;
    const body = { name: name.trim(), name_hi: nameHi.trim() || null };
    change({
      request: () =>
        shared
          ? call(changeSharedName, { params: { kind, id: shared.id }, body })
          : call(addSharedName, { params: { kind }, body: { ...body, parent_id: parent ? Number(parent) : null } }),
      successKey: 'operatorCatalog.saved',
      onDone: onClose,
    });
  };
  const title = shared ? t('operatorCatalog.editNamed', { name: shared.name }) : t('operatorCatalog.add');
  return (
    <Dialog label={title} onClose={onClose}>
      <Stack as="form" gap={4} ref={form} onSubmit={submit} noValidate>
        <h2>{title}</h2>
        <Field
          label={t('operatorCatalog.name')}
          name="name"
          autoFocus
          autoComplete="off"
          required
          maxLength={60}
          value={name}
          problem={problems.name}
          onChange={({ target }) => setName(target.value)}
        />
        <Field
          label={t('operatorCatalog.nameHi')}
          name="name_hi"
          lang="hi"
          autoComplete="off"
          maxLength={120}
          value={nameHi}
          onChange={({ target }) => setNameHi(target.value)}
        />
        {parents.length > 0 ? (
          <SelectField
            label={t('operatorCatalog.parent')}
            placeholder={t('operatorCatalog.noParent')}
            options={parents.map(({ id, name: label }) => ({ value: String(id), label }))}
            value={parent}
            onChange={({ target }) => setParent(target.value)}
          />
        ) : null}
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
