import { acknowledgeProblem, type ProblemView, getProblemPicture } from '@haat/contract/orders/problems.calls';
import { type ProblemEvent, problemStateAfter } from '@haat/machines/orders/order-problem.machine';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useQuery } from '@tanstack/react-query';
import { useProductName, useVariantLabel } from '../../../i18n/use-name.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card, Row, Stack } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import looks from '../../../ui/looks.module.css';
import { showText } from '../../../ui/toasts.tsx';
import { useChange } from '../../../ui/use-change.ts';
import { CartThumbnail } from '../CartLineParts.tsx';
import { AnswerProblem } from './AnswerProblem.tsx';
import { ProblemClock, ProblemState } from './ProblemClock.tsx';
import { ProblemThread, type Side } from './ProblemThread.tsx';
import { callQuery } from '../../../lib/call-query.ts';
import { fetchFile } from '../../../lib/files.ts';
import { fileUrl } from '../../../lib/pictures.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import items from '../OrderItems.module.css';
import styles from './Problems.module.css';

type Props = { problem: ProblemView; side: Side };

/** A reported problem: its lines and pictures, the clock, the messages of both sides, and this side's actions. */
export function ProblemTicket({ problem, side }: Props) {
  const t = useText();
  const title = t('problem.title', { number: problem.number });
  return (
    <Card as="article" gap={4} aria-label={title}>
      <Row as="header" justify="between" gap={2}>
        <h2>{title}</h2>
        <ProblemState problem={problem} />
      </Row>
      <ProblemClock problem={problem} />
      <ProblemLines problem={problem} />
      <ProblemPictures problemId={problem.id} pictures={problem.pictures} />
      <ReplacementNotice problem={problem} side={side} />
      {side === 'customer' ? null : <StaffActions problem={problem} side={side} />}
      <ProblemThread problem={problem} side={side} />
    </Card>
  );
}

function ProblemLines({ problem: { lines } }: Pick<Props, 'problem'>) {
  const t = useText();
  const productNameOf = useProductName();
  const formOf = useVariantLabel();
  return (
    <Stack as="ul" gap={2}>
      {lines.map(({ item_id, name, size, color, unit, image, quantity, ordered, kind, returned }) => {
        const form = formOf({ size: size ?? undefined, color: color ?? undefined, unit: unit ?? undefined });
        return (
          <li key={item_id} className={items.item}>
            <CartThumbnail image={image ?? ''} />
            <span className={items.words}>
              {productNameOf(name)} {form ? <span className={items.form}>{form}</span> : null}
              <br />
              <span className={looks.note}>
                {t('problem.lineKind', { kind: t(`problem.kind.${kind}`), quantity, ordered })}
                {returned > 0 ? ` · ${t('problem.returnedCount', { count: returned })}` : ''}
              </span>
            </span>
          </li>
        );
      })}
    </Stack>
  );
}

/** The order that replaces the wrong items. */
function ReplacementNotice({ problem: { replacement, shop }, side }: Props) {
  const t = useText();
  if (!replacement) return null;
  const text = t('problem.replacedBy', { number: replacement.orderNumber });
  const to = side === 'customer' ? 'order-history' : `shop-orders?search=${replacement.id}`;
  return <Notice tone="success">{side === 'operator' ? text : <Link to={`/${shop.slug}/${to}`}>{text}</Link>}</Notice>;
}

const ANSWERS = ['refund', 'replace', 'refuse'] as const satisfies ProblemEvent['type'][];

/** The shop's or the operator's possible actions now, according to the rules. */
function StaffActions({ problem, side }: Props & { side: Exclude<Side, 'customer'> }) {
  const t = useText();
  const [isAnswering, setAnswering] = useState(false);
  const { send, isSending, refusal } = useChange(acknowledgeProblem, {
    failed: 'problem.failed',
    onDone: () => void showText('success', t('problem.acknowledged', { number: problem.number })),
  });
  const can = (type: ProblemEvent['type']) => problemStateAfter(problem.state, { type, by: side }) !== undefined;
  const answers = ANSWERS.filter(can);
  if (answers.length === 0) return null;
  return (
    <Row gap={2}>
      {can('acknowledge') ? (
        <Button look="secondary" disabled={isSending} onClick={() => send({ params: { id: problem.id } })}>
          {t('problem.acknowledge')}
        </Button>
      ) : null}
      <Button onClick={() => setAnswering(true)}>{t('problem.answer')}</Button>
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
      {isAnswering ? <AnswerProblem problem={problem} answers={answers} onClose={() => setAnswering(false)} /> : null}
    </Row>
  );
}

type PicturesProps = { problemId: number; pictures: string[] };

/** The pictures of a problem, small; one of them large in a dialog. Each is requested with the session of the user. */
function ProblemPictures({ problemId, pictures }: PicturesProps) {
  const t = useText();
  const [open, setOpen] = useState<number>();
  if (pictures.length === 0) return null;
  const nameOf = (index: number) => t('problem.picture', { number: index + 1 });
  const shown = open === undefined ? undefined : pictures[open];
  return (
    <>
      <Row as="ul" align="stretch">
        {pictures.map((picture, index) => (
          <li key={picture}>
            <button
              type="button"
              className={styles.thumbnail}
              aria-label={nameOf(index)}
              onClick={() => setOpen(index)}
            >
              <Picture problemId={problemId} picture={picture} alt="" />
            </button>
          </li>
        ))}
      </Row>
      {open !== undefined && shown ? (
        <Dialog label={nameOf(open)} onClose={() => setOpen(undefined)}>
          <Picture problemId={problemId} picture={shown} alt={nameOf(open)} className={styles.large} />
          <Button look="secondary" onClick={() => setOpen(undefined)} data-autofocus>
            {t('common.close')}
          </Button>
        </Dialog>
      ) : null}
    </>
  );
}

type PictureProps = { problemId: number; picture: string; alt: string; className?: string | undefined };

function Picture({ problemId, picture, alt, className }: PictureProps) {
  const t = useText();
  const { queryKey: key, meta } = callQuery(getProblemPicture, { params: { id: problemId, picture } });
  const [, address] = key;
  const { data: content, error } = useQuery({
    queryKey: [...key],
    queryFn: async ({ signal }) => (await fetchFile(address, signal)).blob(),
    meta,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <Notice tone="error">{t('problem.noPicture')}</Notice>;
  return content ? (
    <img className={className} src={fileUrl(content)} alt={alt} />
  ) : (
    <Skeleton height="96px" radius="var(--radius-picture)" />
  );
}
