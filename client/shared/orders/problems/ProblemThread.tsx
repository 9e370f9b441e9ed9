import { type ProblemView, sendProblemMessage } from '@haat/contract/orders/problems.calls';
import { MAX_PROBLEM_MESSAGES, PROBLEM_TEXT_MAX } from '@haat/contract/orders/order-problems';
import { shopName } from '@haat/contract/shops/shop';
import { type SubmitEvent, useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { useTimeText } from '../../../i18n/use-time-text.ts';
import { randomKey } from '../../../lib/storage.ts';
import { Button } from '../../../ui/Button.tsx';
import { Row, Stack } from '../../../ui/Card.tsx';
import { TextAreaField } from '../../../ui/Field.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import looks from '../../../ui/looks.module.css';
import { useChange } from '../../../ui/use-change.ts';
import entries from '../OrderTimelineScreen.module.css';
import styles from './Problems.module.css';

/** Which side looks at a problem. */
export type Side = 'customer' | 'shop' | 'operator';
type Props = { problem: ProblemView; side: Side };

/** What both sides wrote and did, oldest first, with a field for the next message. */
export function ProblemThread({ problem, side }: Props) {
  const t = useText();
  return (
    <Stack gap={3}>
      <h3>{t('problem.thread')}</h3>
      <Stack as="ol" gap={3}>
        {problem.messages.map((message) => (
          <Entry key={message.id} message={message} problem={problem} side={side} />
        ))}
      </Stack>
      {problem.messages.length < MAX_PROBLEM_MESSAGES ? <MessageForm key={problem.id} problemId={problem.id} /> : null}
    </Stack>
  );
}

type EntryProps = Props & { message: ProblemView['messages'][number] };

function Entry({ message: { kind, actor, by, text, at }, problem, side }: EntryProps) {
  const t = useText();
  const { moment } = useTimeText();
  const names = { customer: problem.customer_name, shop: shopName(problem.shop), operator: t('problem.operator') };
  const name = actor === side ? t('problem.you') : names[actor];
  return (
    <li className={`${styles.entry} ${actor === side ? styles.own : ''}`}>
      <p className={entries.facts}>
        <strong>{name}</strong>
        {by && actor !== 'customer' ? <span>{by}</span> : null}
        <time dateTime={at}>{moment(at)}</time>
      </p>
      {kind === 'message' ? null : <p className={looks.note}>{t(`problem.did.${kind}`)}</p>}
      {text ? <p className={styles.text}>{text}</p> : null}
      {!text && kind === 'message' ? <p className={looks.note}>{t('problem.erased')}</p> : null}
    </li>
  );
}

function MessageForm({ problemId }: { problemId: number }) {
  const t = useText();
  // A new key for each message; the same one when it is sent again.
  const [draft, setDraft] = useState({ text: '', key: randomKey() });
  const { send, isSending, refusal } = useChange(sendProblemMessage, {
    failed: 'problem.notSent',
    onDone: () => setDraft({ text: '', key: randomKey() }),
  });
  const text = draft.text.trim();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (text !== '') send({ params: { id: problemId }, body: { text }, key: draft.key });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap={2}>
        <TextAreaField
          label={t('problem.message')}
          rows={2}
          maxLength={PROBLEM_TEXT_MAX}
          value={draft.text}
          onChange={(event) => setDraft({ text: event.target.value, key: randomKey() })}
        />
        {refusal ? <Notice tone="error">{refusal}</Notice> : null}
        <Row justify="end">
          <Button type="submit" look="secondary" disabled={isSending || text === ''}>
            {t('problem.send')}
          </Button>
        </Row>
      </Stack>
    </form>
  );
}
