import { type OrderProblemsView, reportProblem } from '@haat/contract/orders/problems.calls';
import {
  MAX_PROBLEM_PICTURES,
  PROBLEM_KINDS,
  PROBLEM_TEXT_MAX,
  type ProblemKind,
} from '@haat/contract/orders/order-problems';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type SubmitEvent, useId, useState } from 'react';
import { useProductName, useVariantLabel } from '../../../i18n/use-name.ts';
import { type TextId, useText } from '../../../i18n/use-text.ts';
import { useTimeText } from '../../../i18n/use-time-text.ts';
import { call } from '../../../lib/api.ts';
import { fileUrl, shrinkPicture } from '../../../lib/pictures.ts';
import { reload } from '../../../lib/reload.ts';
import { randomKey } from '../../../lib/storage.ts';
import { Button, buttonClass } from '../../../ui/Button.tsx';
import { Card, Row, Stack } from '../../../ui/Card.tsx';
import { TextAreaField } from '../../../ui/Field.tsx';
import hidden from '../../../ui/FileInput.module.css';
import { FilterChips } from '../../../ui/FilterChips.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import list from '../../../ui/PictureList.module.css';
import { Stepper } from '../../../ui/Stepper.tsx';
import looks from '../../../ui/looks.module.css';
import { showText } from '../../../ui/toasts.tsx';
import { useRefusalText } from '../../../ui/use-error-text.ts';
import { CartThumbnail } from '../CartLineParts.tsx';
import items from '../OrderItems.module.css';
import styles from './Problems.module.css';

type Chosen = { kind: ProblemKind; quantity: number };
/** By line id. */
type ChosenLines = Readonly<Record<number, Chosen>>;
type Props = { order: OrderProblemsView };

/** The form with which a customer reports a problem with an order. */
export function ReportProblem({ order }: Props) {
  const t = useText();
  const { moment } = useTimeText();
  const [lines, setLines] = useState<ChosenLines>({});
  const [text, setText] = useState('');
  const [pictures, setPictures] = useState<File[]>([]);
  const [missing, setMissing] = useState<TextId>();
  const { send, isSending, refusal } = useReport(order);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const problem = findMissing(lines, text);
    setMissing(problem);
    if (!problem) send({ lines, text, pictures });
  };
  return (
    <Card as="section" gap={4} aria-label={t('problem.report')}>
      <form onSubmit={submit} noValidate>
        <Stack gap={4}>
          <h2>{t('problem.report')}</h2>
          {order.report_until ? (
            <p className={looks.note}>{t('problem.reportUntil', { moment: moment(order.report_until) })}</p>
          ) : null}
          <Stack role="group" gap={3} aria-label={t('problem.which')}>
            <p>{t('problem.which')}</p>
            {order.items.map((item) => (
              <LineChoice
                key={item.item_id}
                item={item}
                chosen={lines[item.item_id]}
                onChange={(chosen) => {
                  setLines(({ [item.item_id]: _, ...others }) =>
                    chosen ? { ...others, [item.item_id]: chosen } : others,
                  );
                  setMissing(undefined);
                }}
              />
            ))}
          </Stack>
          <TextAreaField
            label={t('problem.text')}
            rows={3}
            maxLength={PROBLEM_TEXT_MAX}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setMissing(undefined);
            }}
          />
          <PictureChoice pictures={pictures} onChange={setPictures} />
          {missing ? <Notice tone="error">{t(missing)}</Notice> : null}
          {refusal ? <Notice tone="error">{refusal}</Notice> : null}
          <Row>
            <Button type="submit" disabled={isSending}>
              {t(isSending ? 'problem.sending' : 'problem.sendReport')}
            </Button>
          </Row>
        </Stack>
      </form>
    </Card>
  );
}

type Report = { lines: ChosenLines; text: string; pictures: File[] };

/** The same request however often it is sent. */
function useReport({ order: { id } }: OrderProblemsView) {
  const t = useText();
  const queries = useQueryClient();
  const [key] = useState(randomKey);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (report: Report) => call(reportProblem, { params: { id }, form: await toForm(report), key }),
    onSuccess: ({ number }) => void showText('success', t('problem.reported', { number })),
    onSettled: () => reload(queries, reportProblem.changes),
  });
  return { send: mutate, isSending: isPending, refusal: useRefusalText('problem.failed', OWN_TEXTS)(error) };
}

const OWN_TEXTS = { idempotency_conflict: 'problem.sentBefore' } as const;

async function toForm({ lines, text, pictures }: Report): Promise<FormData> {
  const form = new FormData();
  const reported = Object.entries(lines).map(([id, line]) => ({ item_id: Number(id), ...line }));
  form.append('lines', JSON.stringify(reported));
  if (text.trim() !== '') form.append('text', text.trim());
  for (const picture of pictures) form.append('picture', await shrinkPicture(picture), picture.name);
  return form;
}

function findMissing(lines: ChosenLines, text: string): TextId | undefined {
  const chosen = Object.values(lines);
  if (chosen.length === 0) return 'problem.noLine';
  return chosen.some(({ kind }) => kind === 'other') && text.trim() === '' ? 'problem.noText' : undefined;
}

type LineChoiceProps = {
  item: OrderProblemsView['items'][number];
  chosen: Chosen | undefined;
  onChange: (chosen: Chosen | undefined) => void;
};

/** One line of the order: whether something is wrong with it, what, and with how many. */
function LineChoice({ item: { name, size, color, unit, image, quantity }, chosen, onChange }: LineChoiceProps) {
  const t = useText();
  const productNameOf = useProductName();
  const formOf = useVariantLabel();
  const form = formOf({ size: size ?? undefined, color: color ?? undefined, unit: unit ?? undefined });
  const title = productNameOf(name);
  return (
    <Stack gap={2}>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={chosen !== undefined}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? { kind: 'missing', quantity } : undefined)}
        />
        <CartThumbnail image={image ?? ''} />
        <span className={items.words}>
          {quantity} × {title} {form ? <span className={items.form}>{form}</span> : null}
        </span>
      </label>
      {chosen ? (
        <Row justify="between" gap={3}>
          <FilterChips
            label={t('problem.what', { name: title })}
            chips={PROBLEM_KINDS.map((kind) => ({ value: kind, label: t(`problem.kind.${kind}`) }))}
            chosen={chosen.kind}
            onChoose={(kind) => onChange({ ...chosen, kind })}
          />
          {quantity > 1 ? (
            <Stepper
              name={title}
              quantity={chosen.quantity}
              max={quantity}
              onChange={(delta) => onChange({ ...chosen, quantity: Math.max(1, chosen.quantity + delta) })}
            />
          ) : null}
        </Row>
      ) : null}
    </Stack>
  );
}

type PictureChoiceProps = { pictures: File[]; onChange: (pictures: File[]) => void };

/** Up to three pictures of this device. */
function PictureChoice({ pictures, onChange }: PictureChoiceProps) {
  const t = useText();
  const id = useId();
  const [isRefused, setRefused] = useState(false);
  const add = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(target.files ?? [])];
    const images = chosen.filter(({ type }) => type.startsWith('image/'));
    setRefused(images.length < chosen.length);
    onChange([...pictures, ...images].slice(0, MAX_PROBLEM_PICTURES));
    // The same file can be chosen again after it was removed.
    target.value = '';
  };
  return (
    <div className={list.field}>
      {pictures.length > 0 ? (
        <Row as="ul" align="stretch">
          {pictures.map((picture, index) => (
            <li key={fileUrl(picture)} className={list.thumbnail}>
              <img src={fileUrl(picture)} alt={t('problem.picture', { number: index + 1 })} />
              <Button
                look="quiet"
                aria-label={t('problem.removePicture', { number: index + 1 })}
                onClick={() => onChange(pictures.filter((each) => each !== picture))}
              >
                ×
              </Button>
            </li>
          ))}
        </Row>
      ) : null}
      {pictures.length < MAX_PROBLEM_PICTURES ? (
        <>
          <input
            id={id}
            type="file"
            accept="image/*"
            multiple
            className={hidden.input}
            aria-describedby={`${id}-hint`}
            onChange={add}
          />
          <label htmlFor={id} className={buttonClass('secondary')}>
            {t('problem.addPicture')}
          </label>
        </>
      ) : null}
      <p id={`${id}-hint`} className={looks.note}>
        {t('problem.picturesHint', { max: MAX_PROBLEM_PICTURES })}
      </p>
      {isRefused ? <p role="alert">{t('picture.notImage')}</p> : null}
    </div>
  );
}
