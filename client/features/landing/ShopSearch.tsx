import { useText } from '../../i18n/use-text.ts';
import { SearchField } from '../../ui/SearchField.tsx';

type Props = {
  search: string;
  onChange?: (search: string) => void;
  /** How many shops match; undefined while nothing is searched for. */
  matches?: number | undefined;
};

/** The search of the landing page: narrows its list of shops to what is typed. */
export function ShopSearch({ search, onChange = () => {}, matches }: Props) {
  const t = useText();
  return (
    <>
      <SearchField label={t('landing.search')} value={search} onChange={onChange} />
      <p className="visually-hidden" role="status">
        {matches === undefined ? '' : t('landing.matches', { count: matches })}
      </p>
    </>
  );
}
