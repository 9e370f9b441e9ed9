import { addSharedName, type CatalogKind, changeSharedName, type SharedNameView } from '@haat/contract/api/catalog';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { call } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, Row, Stack } from '../../ui/Card.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState, LoadFailure } from '../../ui/EmptyState.tsx';
import { Field, SelectField, useFocusOnFirst } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { CatalogEntry } from './CatalogEntry.tsx';
import { sharedNamesQuery, useCatalogChange } from './operator-catalog-queries.ts';
import styles from './OperatorCatalog.module.css';

type Props = { kind: CatalogKind };

/** The shared categories with their subcategories, units, sizes or colours. */
export function SharedNames({ kind }: Props) {
  const t = useText();
  const [search, setSearch] = useState('');
  const [isAdding, setAdding] = useState(false);
  const { data: names, error, refetch } = useQuery(sharedNamesQuery(kind));
  if (error) return <LoadFailure text={t('operatorCatalog.loadFailed')} onRetry={() => void refetch()} />;
  if (!names) return <Skeleton height="150vh" radius="var(--radius-card)" />;
  const tops = names.filter(({ parent_id }) => parent_id === null);
  const childrenOf = (id: number) => names.filter(({ parent_id }) => parent_id === id).toSorted(byName);
  const isFound = (each: SharedNameView) =>
    hasText(each, search) || childrenOf(each.id).some((child) => hasText(child, search));
  const found = tops.filter(isFound).toSorted(byName);
  return (
    <Stack gap={4}>
      <SearchField label={t('operatorCatalog.search')} value={search} onChange={setSearch} />
      <Row>
        <Button onClick={() => setAdding(true)}>{t('operatorCatalog.add')}</Button>
      </Row>
      {found.length === 0 ? <EmptyState text={t('operatorCatalog.none')} /> : null}
      {kind === 'categories' ? (
        found.map((category) => (
          <Card key={category.id} as="section" aria-label={category.name}>
            <NameEntry kind={kind} shared={category} />
            <ul className={`${styles.list} ${styles.below}`}>
              {childrenOf(category.id).map((child) => (
                <li key={child.id}>
                  <NameEntry kind={kind} shared={child} />
                </li>
              ))}
            </ul>
          </Card>
        ))
      ) : found.length > 0 ? (
        <Card>
          <ul className={styles.list}>
            {found.map((shared) => (
              <li key={shared.id}>
                <NameEntry kind={kind} shared={shared} />
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      {isAdding ? (
        <NameDialog kind={kind} parents={kind === 'categories' ? tops : []} onClose={() => setAdding(false)} />
      ) : null}
    </Stack>
  );
}

const byName = (a: SharedNameView, b: SharedNameView) => a.name.localeCompare(b.name, 'en', { numeric: true });

const hasText = ({ name, name_hi }: SharedNameView, search: string): boolean =>
  `${name} ${name_hi ?? ''}`.toLowerCase().includes(search.trim().toLowerCase());

type NameEntryProps = { kind: CatalogKind; shared: SharedNameView };

/** One name with its buttons. */
function NameEntry({ kind, shared }: NameEntryProps) {
  const [isEditing, setEditing] = useState(false);
  const { id, name, name_hi, hidden } = shared;
  return (
    <>
      <CatalogEntry
        name={name}
        nameHi={name_hi}
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
