import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Row } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useCatalogChange } from './operator-catalog-queries.ts';
import styles from './OperatorCatalog.module.css';

type Props = {
  /** What the buttons are about. */
  name: string;
  nameHi: string | null;
  hidden: boolean;
  facts?: ReactNode;
  onEdit: () => void;
  /** Hides or shows it. */
  setHidden: (hidden: boolean) => Promise<unknown>;
};

/** A name or a product of the shared catalog with its buttons. */
export function CatalogEntry({ name, nameHi, hidden, facts, onEdit, setHidden }: Props) {
  const t = useText();
  const { change, isBusy, problem } = useCatalogChange();
  const toggle = () =>
    change({
      request: () => setHidden(!hidden),
      successKey: hidden ? 'operatorCatalog.isShown' : 'operatorCatalog.isHidden',
    });
  return (
    <div className={styles.entry}>
      <div className={styles.text}>
        <span className={styles.name}>{name}</span>
        <span className={styles.facts}>
          {nameHi ? <span lang="hi">{nameHi}</span> : null}
          {facts}
          {hidden ? <span className={styles.hidden}>{t('operatorCatalog.hidden')}</span> : null}
        </span>
      </div>
      <Row gap={2}>
        <Button look="quiet" onClick={onEdit}>
          {t('operatorCatalog.edit')}
          <span className="visually-hidden"> {name}</span>
        </Button>
        <Button look="quiet" disabled={isBusy} onClick={toggle}>
          {t(hidden ? 'operatorCatalog.show' : 'operatorCatalog.hide')}
          <span className="visually-hidden"> {name}</span>
        </Button>
      </Row>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
    </div>
  );
}
