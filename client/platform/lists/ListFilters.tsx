import type { ReactNode } from 'react';
import { type Text, type TextId, useText } from '../../i18n/use-text.ts';
import { SearchField } from '../../ui/SearchField.tsx';
import { Select } from '../../ui/Select.tsx';
import styles from '../Operator.module.css';

/** A filter with a few values, or all of them; it has the name of the choice. */
export type SelectFilter<Name extends string> = {
  name: Name;
  label: TextId;
  any: TextId;
  options: readonly { value: string; label: string }[];
};

type Props<Name extends string> = {
  search: TextId;
  selects?: readonly SelectFilter<Name>[];
  choice: Record<Name | 'search', string>;
  onChoose: (changes: Partial<Record<Name | 'search', string>>) => void;
  /** More fields. */
  children?: ReactNode;
};

/** The search and the filters above a list. */
export function ListFilters<Name extends string>(props: Props<Name>) {
  const { search, selects = [], choice, onChoose, children } = props;
  const t = useText();
  const choose = (name: Name | 'search', value: string) =>
    onChoose({ [name]: value } as Partial<Record<Name | 'search', string>>);
  return (
    <div className={styles.filters}>
      <div className={styles.search}>
        <SearchField label={t(search)} value={choice.search} onChange={(text) => choose('search', text)} />
      </div>
      {selects.map(({ name, label, any, options }) => (
        <Select
          key={name}
          label={t(label)}
          options={[{ value: '', label: t(any) }, ...options]}
          value={choice[name]}
          onChoose={(value) => choose(name, value)}
        />
      ))}
      {children}
    </div>
  );
}

/** Values as the options of a select, each with its text. */
export const optionsOf = <Value extends string>(t: Text, values: readonly Value[], textId: (value: Value) => TextId) =>
  values.map((value) => ({ value, label: t(textId(value)) }));
