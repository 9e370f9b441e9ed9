import { readScaleLabel } from '@haat/contract/catalog/scale-label';
import { formatPaise } from '@haat/contract/rupees';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { weightText } from '../../shared/orders/weight-text.ts';
import backOffice from '../../ui/BackOffice.module.css';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Select } from '../../ui/Select.tsx';
import looks from '../../ui/looks.module.css';

type Props = { pattern: string; problem: string | undefined; onChange: (pattern: string) => void };

const VALUES = ['W', 'P', 'R'] as const;
const ITEM_DIGITS = ['4', '5', '6'] as const;
/** Of the item's number and the value. */
const DIGITS = 10;

/** How the scale makes its labels; empty without a scale. */
export function ScaleLabelFields({ pattern, problem, onChange }: Props) {
  const t = useText();
  const [, prefix = '', items = 'IIIII', value = 'W'] = /^(\d*)(I*)([WPR]?)/.exec(pattern) ?? [];
  const parts = { prefix, length: String(items.length || 5), value: value || 'W' };
  const change = (changed: Partial<typeof parts>) => {
    const next = { ...parts, ...changed };
    const length = Number(next.length);
    onChange(next.prefix && `${next.prefix}${'I'.repeat(length)}${next.value.repeat(DIGITS - length)}C`);
  };
  return (
    <>
      <h3>{t('settings.scale')}</h3>
      <p className={looks.note}>{t('settings.scaleHint')}</p>
      <Field
        label={t('settings.scalePrefix')}
        name="scale_label"
        inputMode="numeric"
        autoComplete="off"
        maxLength={2}
        hint={t('settings.scalePrefixHint')}
        value={prefix}
        problem={problem}
        onChange={({ target }) => change({ prefix: target.value.replaceAll(/\D/g, '') })}
      />
      {prefix === '' ? null : (
        <>
          <div className={backOffice.pair}>
            <Select
              label={t('settings.scaleItem')}
              options={ITEM_DIGITS.map((each) => ({ value: each, label: each }))}
              value={parts.length}
              onChoose={(length) => change({ length })}
            />
            <Select
              label={t('settings.scaleValue')}
              options={VALUES.map((each) => ({ value: each, label: t(`settings.scaleValue.${each}`) }))}
              value={parts.value}
              onChoose={(chosen) => change({ value: chosen })}
            />
          </div>
          <TriedLabel pattern={pattern} prefix={prefix} />
        </>
      )}
    </>
  );
}

/** What a printed label says if its scale is set like this. */
function TriedLabel({ pattern, prefix }: { pattern: string; prefix: string }) {
  const t = useText();
  const [code, setCode] = useState('');
  const label = readScaleLabel(code.trim(), pattern);
  const { grams, pricePaise } = label?.weighed ?? {};
  const value = grams === undefined ? pricePaise && formatPaise(pricePaise) : weightText(t, grams);
  return (
    <>
      <Field
        label={t('settings.scaleTry')}
        name="scale_try"
        inputMode="numeric"
        autoComplete="off"
        maxLength={14}
        hint={t('settings.scaleTryHint')}
        value={code}
        onChange={({ target }) => setCode(target.value)}
        onKeyDown={(event) => {
          // A scanner presses it after the code.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      {code.trim().length < 8 ? null : label ? (
        <Notice tone="success">
          {value
            ? t('settings.scaleTried', { item: label.item, value })
            : t('settings.scaleTriedEmpty', { item: label.item })}
        </Notice>
      ) : (
        <Notice tone="error">{t('settings.scaleUnread', { prefix })}</Notice>
      )}
    </>
  );
}
