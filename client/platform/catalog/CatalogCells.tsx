import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Row } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { showToast } from '../../ui/toasts.tsx';
import styles from '../Operator.module.css';

type LeadProps = { name: string; name_hi: string | null; hidden: boolean };

/** The names of an entry of the shared catalog, and whether it is hidden. */
export function CatalogLead({ name, name_hi: hindi, hidden }: LeadProps) {
  const t = useText();
  return (
    <Row as="span" gap={2} rowGap={1} className={styles.catalogLead}>
      <strong>{name}</strong>
      {hidden ? <span className={`${styles.chip} ${styles.waiting}`}>{t('operatorCatalog.hidden')}</span> : null}
      {hindi ? (
        <span className={styles.hindi} lang="hi">
          {hindi}
        </span>
      ) : null}
    </Row>
  );
}

/** The texts of hiding or showing an entry of the shared catalog. */
export const HIDING = {
  failed: 'operatorCatalog.failed',
  onDone: ({ hidden }: { hidden: boolean }) =>
    showToast({ tone: 'success', key: hidden ? 'operatorCatalog.isHidden' : 'operatorCatalog.isShown' }),
} as const;

/** The texts of adding or changing one. */
export const SAVING = { failed: 'operatorCatalog.failed', done: 'operatorCatalog.saved' } as const;

type ActionsProps = {
  /** The name of the entry. */
  name: string;
  hidden: boolean;
  onEdit: () => void;
  /** Hides or shows it. */
  onToggle: () => void;
  /** Of hiding or showing it. */
  toggling: { isSending: boolean; refusal: string | undefined };
};

/** The buttons of an entry of the shared catalog. */
export function CatalogActions({ name, hidden, onEdit, onToggle, toggling }: ActionsProps) {
  const t = useText();
  const { isSending, refusal } = toggling;
  return (
    <>
      <div className={styles.actions}>
        <Button look="quiet" onClick={onEdit}>
          {t('operatorCatalog.edit')}
          <span className="visually-hidden"> {name}</span>
        </Button>
        <Button look="quiet" disabled={isSending} onClick={onToggle}>
          {t(hidden ? 'operatorCatalog.show' : 'operatorCatalog.hide')}
          <span className="visually-hidden"> {name}</span>
        </Button>
      </div>
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
    </>
  );
}
