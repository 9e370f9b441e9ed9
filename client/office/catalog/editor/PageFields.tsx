import { DEFAULT_SHOP_IMAGE } from '@haat/contract/catalog/pictures';
import { productImageUrl } from '@haat/contract/catalog/product';
import { MAKER_ROLES, MAX_PICTURES } from '@haat/contract/catalog/product-input';
import { type ChangeEvent, useId, useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { API_BASE } from '../../../lib/config.ts';
import { fileUrl } from '../../../lib/pictures.ts';
import { Button, buttonClass } from '../../../ui/Button.tsx';
import { Card, Row } from '../../../ui/Card.tsx';
import { Field, SelectField, TextAreaField } from '../../../ui/Field.tsx';
import hidden from '../../../ui/FileInput.module.css';
import list from '../../../ui/PictureList.module.css';
import looks from '../../../ui/looks.module.css';
import { useProductForm } from './product-form-context.ts';
import { DETAIL_FIELDS, type DetailValues } from './product-form-values.ts';
import styles from './ProductForm.module.css';

/** Further pictures and what the page of the product declares. */
export function PageFields() {
  const t = useText();
  const headingId = useId();
  const { values, problems } = useProductForm();
  const hasValues = values.pictures.length > 1 || DETAIL_FIELDS.some((field) => values[field] !== '');
  const [isExpanded, setExpanded] = useState(hasValues);
  // An invalid field is shown in any case.
  const isOpen = isExpanded || problems.fssai_licence !== undefined;
  return (
    <Card as="section" isRoomy gap={4} aria-labelledby={headingId}>
      <h2 id={headingId}>{t('productForm.page')}</h2>
      <p className={looks.hint}>{t('productForm.pageHint')}</p>
      {isOpen ? (
        <>
          <MorePictures />
          <DetailFields />
        </>
      ) : (
        <div>
          <Button look="secondary" aria-expanded={false} onClick={() => setExpanded(true)}>
            {t('productForm.pageOpen')}
          </Button>
        </div>
      )}
    </Card>
  );
}

function DetailFields() {
  const t = useText();
  const { values, problems, change } = useProductForm();
  const field = (name: keyof DetailValues) => ({
    name,
    value: values[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  });
  const problem = problems.fssai_licence;
  return (
    <div className={styles.details}>
      <Field label={t('productForm.hindiName')} lang="hi" maxLength={120} {...field('hindi_name')} />
      <Field
        label={t('productForm.netQuantity')}
        hint={t('productForm.netQuantityHint')}
        maxLength={60}
        {...field('net_quantity')}
      />
      <SelectField
        label={t('productForm.makerRole')}
        placeholder={t('productForm.makerNone')}
        options={MAKER_ROLES.map((role) => ({ value: role, label: t(`productForm.${role}`) }))}
        {...field('maker_role')}
      />
      <Field label={t('productForm.makerName')} maxLength={120} {...field('maker_name')} />
      <TextAreaField label={t('productForm.makerAddress')} maxLength={300} {...field('maker_address')} />
      <Field label={t('productForm.origin')} maxLength={60} {...field('country_of_origin')} />
      <Field
        label={t('productForm.fssai')}
        inputMode="numeric"
        maxLength={14}
        problem={problem && t(problem)}
        isQuiet
        {...field('fssai_licence')}
      />
      <Field
        label={t('productForm.bestBefore')}
        hint={t('productForm.bestBeforeHint')}
        maxLength={120}
        {...field('best_before')}
      />
    </div>
  );
}

/** Where a picture can be seen; the logo where there is none. */
export const pictureUrl = (picture: string | File | undefined): string =>
  (picture instanceof File ? fileUrl(picture) : productImageUrl(picture, API_BASE)) ?? DEFAULT_SHOP_IMAGE;

/** The pictures after the main one: to add, to remove, and to move forward. */
function MorePictures() {
  const t = useText();
  const id = useId();
  const { values, change } = useProductForm();
  const { pictures } = values;
  const [isRefused, setRefused] = useState(false);
  const room = MAX_PICTURES - pictures.length;

  const add = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(target.files ?? [])];
    const images = chosen.filter(({ type }) => type.startsWith('image/'));
    setRefused(images.length < chosen.length);
    change((before) => ({ pictures: [...before.pictures, ...images].slice(0, MAX_PICTURES) }));
    // The same file can be chosen again after it was removed.
    target.value = '';
  };
  return (
    <div className={list.field}>
      <span id={`${id}-label`} className={looks.strong}>
        {t('productForm.morePictures')}
      </span>
      {pictures.length > 1 ? <Thumbnails /> : null}
      {room > 0 ? (
        <>
          <input
            id={id}
            type="file"
            accept="image/*"
            multiple
            className={hidden.input}
            aria-labelledby={`${id}-label ${id}-choose`}
            aria-describedby={`${id}-hint`}
            onChange={add}
          />
          <label id={`${id}-choose`} htmlFor={id} className={buttonClass('secondary')}>
            {t('productForm.addPicture')}
          </label>
        </>
      ) : null}
      <p id={`${id}-hint`} className={looks.hint}>
        {room > 0
          ? t('productForm.morePicturesHint', { max: MAX_PICTURES - 1 })
          : t('productForm.picturesFull', { max: MAX_PICTURES })}
      </p>
      {isRefused ? <p role="alert">{t('picture.notImage')}</p> : null}
    </div>
  );
}

/** The pictures after the main one; the first of them moves to the place of the main one. */
function Thumbnails() {
  const t = useText();
  const { values, change } = useProductForm();
  const moveForward = (at: number) =>
    change(({ pictures }) => {
      const moved = pictures[at];
      return { pictures: moved ? pictures.toSpliced(at, 1).toSpliced(at - 1, 0, moved) : pictures };
    });
  const remove = (at: number) => change(({ pictures }) => ({ pictures: pictures.toSpliced(at, 1) }));
  return (
    <Row as="ol" align="stretch">
      {values.pictures.map((picture, at) =>
        at === 0 ? null : (
          <li key={typeof picture === 'string' ? picture : fileUrl(picture)} className={list.thumbnail}>
            <img
              src={pictureUrl(picture)}
              alt={t('productForm.pictureAt', { number: at + 1 })}
              width={96}
              height={96}
            />
            <Button
              look="quiet"
              aria-label={t('productForm.pictureEarlier', { number: at + 1 })}
              onClick={() => moveForward(at)}
            >
              <span aria-hidden="true">←</span>
            </Button>
            <Button
              look="quiet"
              aria-label={t('productForm.pictureRemove', { number: at + 1 })}
              onClick={() => remove(at)}
            >
              <span aria-hidden="true">×</span>
            </Button>
          </li>
        ),
      )}
    </Row>
  );
}
