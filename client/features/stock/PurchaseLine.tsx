import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, Row } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import type { DraftLine, LineProblem } from './purchase-draft.ts';
import { useVariantText } from './VariantName.tsx';
import styles from './Stock.module.css';

type Props = {
  line: DraftLine;
  problem: LineProblem | undefined;
  onChange: (line: DraftLine) => void;
  onRemove: () => void;
};

/** One line of a draft. */
export function PurchaseLine({ line, problem, onChange, onRemove }: Props) {
  const t = useText();
  const name = useVariantText()(line);
  const field = (of: LineProblem, inputMode: 'numeric' | 'decimal') => ({
    inputMode,
    autoComplete: 'off',
    maxLength: 12,
    value: line[of],
    problem: problem === of ? t(of === 'quantity' ? 'purchase.wrongQuantity' : 'purchase.wrongAmount') : undefined,
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...line, [of]: target.value.trim() }),
  });
  return (
    <Card as="section" gap={3} aria-label={name}>
      <Row justify="between">
        <strong className={styles.title}>{name}</strong>
        <Button look="quiet" aria-label={t('purchase.removeOf', { name })} onClick={onRemove}>
          {t('purchase.remove')}
        </Button>
      </Row>
      <div className={styles.fields}>
        <Field label={t('stock.quantity')} {...field('quantity', 'numeric')} />
        <Field label={t('purchase.cost')} {...field('cost', 'decimal')} />
        <Field
          label={t('purchase.bestBefore')}
          type="date"
          value={line.best_before}
          onChange={({ target }) => onChange({ ...line, best_before: target.value })}
        />
        <Field label={t('purchase.price')} {...field('price', 'decimal')} />
        <Field label={t('purchase.mrp')} {...field('mrp', 'decimal')} />
      </div>
    </Card>
  );
}
