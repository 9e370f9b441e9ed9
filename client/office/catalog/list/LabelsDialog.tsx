import { getShopProduct, type ShopProduct } from '@haat/contract/catalog/products.calls';
import { formatRupees } from '@haat/contract/rupees';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useVariantLabel } from '../../../i18n/use-name.ts';
import { useText } from '../../../i18n/use-text.ts';
import { callQuery } from '../../../lib/call-query.ts';
import { Button } from '../../../ui/Button.tsx';
import { Row, Stack } from '../../../ui/Card.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { FilterChips } from '../../../ui/FilterChips.tsx';
import { barsOf } from './code-128.ts';
import looks from '../../../ui/looks.module.css';
import print from '../../../ui/print.module.css';
import { knownProducts } from './known-products.ts';
import styles from './LabelsDialog.module.css';

/** Twenty pages of A4. */
const MOST_LABELS = 480;

type Props = { shopId: number; products: number[]; onClose: () => void };

/** Prints labels for products and for bags of loose goods: name, price and code, as text and as a QR code or a barcode. */
export function LabelsDialog({ shopId, products, onClose }: Props) {
  const t = useText();
  const [copies, setCopies] = useState('1');
  const [kind, setKind] = useState<Kind>('qr');
  const { variants, isPending, hasFailed } = useVariants(shopId, products);
  const labels = variants.filter(isLabel);
  const withoutCode = variants.length - labels.length;
  const most = Math.floor(MOST_LABELS / Math.max(1, labels.length));
  const isValid = /^[1-9]\d{0,2}$/.test(copies) && Number(copies) <= most;
  const sheet = isValid ? labels.flatMap((label) => Array.from({ length: Number(copies) }, () => label)) : [];
  const [first] = labels;
  return (
    <Dialog shape="sheet" label={t('bulk.labels')} onClose={onClose}>
      <Stack gap={4}>
        <h2>{t('bulk.labels')}</h2>
        {isPending ? <Skeleton height="120px" radius="var(--radius-card)" /> : null}
        {hasFailed ? <Notice tone="error">{t('labels.failed')}</Notice> : null}
        {most === 0 ? <Notice tone="error">{t('labels.tooMany', { most: MOST_LABELS })}</Notice> : null}
        {first ? (
          <>
            <Label label={first} kind={kind} />
            <FilterChips
              label={t('labels.kind')}
              chips={KINDS.map((value) => ({ value, label: t(`labels.kind.${value}`) }))}
              chosen={kind}
              onChoose={setKind}
            />
            <p>{t(`labels.hint.${kind}`)}</p>
            <Field
              label={t('labels.copies')}
              inputMode="numeric"
              autoComplete="off"
              autoFocus
              value={copies}
              problem={isValid || most === 0 ? undefined : t('labels.copiesWrong', { most })}
              onChange={({ target }) => setCopies(target.value)}
            />
          </>
        ) : null}
        {withoutCode > 0 ? <Notice>{t('labels.noCode', { count: withoutCode })}</Notice> : null}
        <Row justify="end" align="stretch">
          <Button look="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button disabled={isPending || sheet.length === 0} onClick={() => window.print()}>
            {t('labels.print', { count: sheet.length })}
          </Button>
        </Row>
      </Stack>
      {createPortal(
        <ul className={`${styles.sheet} ${print.sheet}`} aria-hidden>
          {sheet.map((label, at) => (
            // The labels of a sheet are equal but for their place.
            <li key={at}>
              <Label label={label} kind={kind} />
            </li>
          ))}
        </ul>,
        document.body,
      )}
    </Dialog>
  );
}

/** What scanners read off a label: cheap ones read bars only. */
const KINDS = ['qr', 'bars'] as const;
type Kind = (typeof KINDS)[number];

/** A variant with the name of its product. */
type Named = ShopProduct['variants'][number] & { name: string };
type Labelled = Named & { barcode: string };

const isLabel = (variant: Named): variant is Labelled => variant.barcode !== null;

/** The variants of the products, which are read where this device does not know them. */
function useVariants(shopId: number, products: readonly number[]) {
  const queries = useQueryClient();
  const [known] = useState(() => new Map(knownProducts(queries, shopId).map((product) => [product.id, product])));
  const unknown = products.filter((id) => !known.has(id)).slice(0, MOST_LABELS);
  const reads = useQueries({ queries: unknown.map((id) => callQuery(getShopProduct, { params: { shopId, id } })) });
  const read = new Map(reads.flatMap(({ data }) => (data ? [[data.id, data] as const] : [])));
  const found = products.flatMap((id) => known.get(id) ?? read.get(id) ?? []);
  return {
    variants: found.flatMap(({ name, variants }) => variants.map((variant) => ({ ...variant, name }))),
    isPending: reads.some((each) => each.isPending),
    hasFailed: reads.some(({ isError }) => isError),
  };
}

function Label({ label: { name, size, color, unit, price, barcode }, kind }: { label: Labelled; kind: Kind }) {
  const form = useVariantLabel();
  const option = form({ size: size?.name, color: color?.name, unit: unit?.name });
  return (
    <article className={`${styles.label} ${kind === 'bars' ? styles.barred : ''}`}>
      {kind === 'qr' ? <QRCodeSVG value={barcode} size={72} marginSize={2} /> : <Bars code={barcode} />}
      <div className={styles.words}>
        <strong className={styles.name}>{name}</strong>
        <p>
          {option ? `${option} · ` : ''}
          <strong>{formatRupees(price)}</strong>
        </p>
        <p className={looks.numbers}>{barcode}</p>
      </div>
    </article>
  );
}

function Bars({ code }: { code: string }) {
  const { path, width } = barsOf(code);
  return (
    <svg className={styles.bars} viewBox={`0 0 ${width} 1`} preserveAspectRatio="none" shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  );
}
