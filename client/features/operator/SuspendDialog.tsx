import { useState, type FormEvent } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useFocusOnFirst } from '../../ui/use-focus-on-first.ts';
import desk from '../desk/Desk.module.css';
import styles from './Operator.module.css';
import { useOperatorChange } from './use-operator-change.ts';

type Props = { shopId: number; name: string; onClose: () => void };

/** Asks why a shop is suspended; its people read the reason. */
export function SuspendDialog({ shopId, name, onClose }: Props) {
  const t = useText();
  const [reason, setReason] = useState('');
  const [problems, setProblems] = useState<{ reason?: string }>({});
  const form = useFocusOnFirst(problems);
  const { change, isBusy, problem } = useOperatorChange();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = reason.trim();
    setProblems(given ? {} : { reason: t('operator.reasonMissing') });
    if (!given) return;
    const body = { suspended: true, reason: given };
    change({ path: `/${shopId}`, method: 'PATCH', body, said: 'operator.suspended', onDone: onClose });
  };
  return (
    <Dialog label={t('operator.suspendTitle', { name })} onClose={onClose}>
      <form ref={form} className={styles.reason} onSubmit={submit} noValidate>
        <p>{t('operator.suspendHint', { name })}</p>
        <Field
          label={t('operator.reason')}
          name="reason"
          autoFocus
          required
          maxLength={300}
          value={reason}
          problem={problems.reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {problem ? <Notice tone="error">{problem}</Notice> : null}
        <div className={desk.actions}>
          <Button type="submit" disabled={isBusy}>
            {t('operator.suspend')}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
