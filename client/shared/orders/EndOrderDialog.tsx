import { type OrderReason, REASON_TEXT_MAX } from '@haat/contract/orders/order-reasons';
import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import looks from '../../ui/looks.module.css';
import styles from './EndOrderDialog.module.css';

export type ChosenReason<Reason extends OrderReason = OrderReason> = { reason: Reason; text?: string | undefined };

type Props<Reason extends OrderReason> = {
  title: string;
  /** What ending the order means, for the one who ends it. */
  effect: string;
  reasons: readonly Reason[];
  confirm: string;
  isBusy?: boolean;
  problem?: string | undefined;
  /** What else is asked. */
  children?: ReactNode;
  onConfirm: (chosen: ChosenReason<Reason>) => void;
  onClose: () => void;
};

/** Asks why an order ends, with nothing chosen: the other side reads the reason, or the words for another one. */
export function EndOrderDialog<Reason extends OrderReason>({
  title,
  effect,
  reasons,
  confirm,
  isBusy = false,
  problem,
  children,
  onConfirm,
  onClose,
}: Props<Reason>) {
  const t = useText();
  const hintId = useId();
  const [reason, setReason] = useState<Reason>();
  const [text, setText] = useState('');
  const [isMissing, setMissing] = useState(false);
  const words = text.trim();

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (reason === undefined) return;
    const needsText = reason === 'other' && words === '';
    setMissing(needsText);
    if (!needsText) onConfirm({ reason, ...(reason === 'other' && { text: words }) });
  }

  return (
    <Dialog shape="sheet" label={title} onClose={onClose}>
      <Stack as="form" gap={4} onSubmit={submit} noValidate>
        <h2>{title}</h2>
        <p className={looks.muted}>{effect}</p>
        <ChoiceList
          label={t('endOrder.why')}
          choices={reasons.map((value) => ({ value, label: t(`reason.${value}`) }))}
          chosen={reason}
          onChoose={setReason}
        >
          {reason === 'other' ? (
            <OtherReason
              text={text}
              isMissing={isMissing}
              onChange={(typed) => {
                setText(typed);
                setMissing(false);
              }}
            />
          ) : null}
        </ChoiceList>
        {children}
        {problem ? (
          <p className={looks.danger} role="alert">
            {problem}
          </p>
        ) : null}
        <Row justify="between">
          <Button look="secondary" onClick={onClose} data-autofocus>
            {t('endOrder.keep')}
          </Button>
          <Button
            type="submit"
            disabled={isBusy || reason === undefined}
            aria-describedby={reason === undefined ? hintId : undefined}
          >
            {confirm}
          </Button>
        </Row>
        {reason === undefined ? (
          <p id={hintId} className={looks.muted}>
            {t('endOrder.choose')}
          </p>
        ) : null}
      </Stack>
    </Dialog>
  );
}

type OtherReasonProps = { text: string; isMissing: boolean; onChange: (text: string) => void };

/** The words for another reason. */
function OtherReason({ text, isMissing, onChange }: OtherReasonProps) {
  const t = useText();
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{t('endOrder.text')}</label>
      <textarea
        id={id}
        className={styles.text}
        rows={3}
        maxLength={REASON_TEXT_MAX}
        value={text}
        aria-invalid={isMissing}
        aria-describedby={isMissing ? `${id}-error` : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {isMissing ? (
        <p id={`${id}-error`} className={looks.danger} role="alert">
          {t('endOrder.textRequired')}
        </p>
      ) : null}
    </div>
  );
}
