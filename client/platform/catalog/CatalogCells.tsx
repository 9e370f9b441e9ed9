import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import table from '../lists/OperatorTable.module.css';
import { useCatalogChange } from './operator-catalog-queries.ts';
import styles from './OperatorCatalog.module.css';

type LeadProps = { name: string; name_hi: string | null; hidden: boolean };

/** The names of an entry of the shared catalog, and whether it is hidden. */
export function CatalogLead({ name, name_hi: hindi, hidden }: LeadProps) {
  const t = useText();
  return (
    <span className={styles.lead}>
      <strong>{name}</strong>
      {hidden ? <span className={`${table.chip} ${table.waiting}`}>{t('operatorCatalog.hidden')}</span> : null}
      {hindi ? (
        <span className={styles.hindi} lang="hi">
          {hindi}
        </span>
      ) : null}
    </span>
  );
}

type ActionsProps = {
  /** The name of the entry. */
  name: string;
  hidden: boolean;
  onEdit: () => void;
  /** Hides or shows it. */
  setHidden: (hidden: boolean) => Promise<unknown>;
};

/** The buttons of an entry of the shared catalog. */
export function CatalogActions({ name, hidden, onEdit, setHidden }: ActionsProps) {
  const t = useText();
  const { change, isBusy, problem } = useCatalogChange();
  const toggle = () =>
    change({
      request: () => setHidden(!hidden),
      successKey: hidden ? 'operatorCatalog.isShown' : 'operatorCatalog.isHidden',
    });
  return (
    <>
      <div className={styles.actions}>
        <Button look="quiet" onClick={onEdit}>
          {t('operatorCatalog.edit')}
          <span className="visually-hidden"> {name}</span>
        </Button>
        <Button look="quiet" disabled={isBusy} onClick={toggle}>
          {t(hidden ? 'operatorCatalog.show' : 'operatorCatalog.hide')}
          <span className="visually-hidden"> {name}</span>
        </Button>
      </div>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
    </>
  );
}
