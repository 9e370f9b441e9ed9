import { suggestProducts, type SuggestedProductView } from '@haat/contract/catalog/catalog.calls';
import { useLingui } from '@lingui/react';
import { useDeferredValue, useId, useState } from 'react';
import { useName } from '../../../i18n/use-name.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useCall } from '../../../lib/call-query.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { SearchField } from '../../../ui/SearchField.tsx';
import looks from '../../../ui/looks.module.css';
import { useProductForm } from './product-form-context.ts';
import styles from './ProductForm.module.css';

const SHORTEST_SEARCH = 2;
/** The server's limit. */
const MAX_SEARCH_LENGTH = 120;

/** Start from a known product: a search of the shared catalog. The chosen product fills in the form. */
export function KnownProductSearch() {
  const t = useText();
  const headingId = useId();
  const [search, setSearch] = useState('');
  const { known, change } = useProductForm();
  const name = () => {
    setSearch('');
    change({ name: search.trim() });
  };
  const choose = (product: SuggestedProductView) => {
    setSearch('');
    known.fill(product);
  };
  return (
    <Card as="section" isRoomy gap={3} aria-labelledby={headingId}>
      <h2 id={headingId}>{t('productForm.known')}</h2>
      <p className={looks.hint}>{t('productForm.knownHint')}</p>
      <SearchField label={t('productForm.knownSearch')} value={search} onChange={setSearch} />
      <Suggestions
        search={useDeferredValue(search.trim().slice(0, MAX_SEARCH_LENGTH))}
        onChoose={choose}
        onName={name}
      />
      <KnownNotice />
    </Card>
  );
}

/** `onName`: it is another product; the typed text is its name. */
type SuggestionsProps = { search: string; onChoose: (product: SuggestedProductView) => void; onName: () => void };

function Suggestions({ search, onChoose, onName }: SuggestionsProps) {
  const t = useText();
  const nameOf = useName();
  const { i18n } = useLingui();
  const options = { enabled: search.length >= SHORTEST_SEARCH, staleTime: 60_000 };
  const { data: products, error } = useCall(suggestProducts, { query: { search } }, options);
  if (error) return <Notice tone="error">{t('productForm.knownFailed')}</Notice>;
  if (!products || search.length < SHORTEST_SEARCH) return null;
  const addYourself = (
    <Button look="quiet" onClick={onName}>
      {t('productForm.addYourself', { name: search })}
    </Button>
  );
  if (products.length === 0) {
    return (
      <Notice>
        <p className={looks.anywhere}>{t('productForm.knownNone')}</p>
        {addYourself}
      </Notice>
    );
  }
  return (
    <>
      <ul className={styles.suggestions} aria-label={t('productForm.knownResults')}>
        {products.map((product, at) => (
          <li key={at}>
            <button type="button" className={styles.suggestion} onClick={() => onChoose(product)}>
              <strong>{(i18n.locale === 'hi' && product.name_hi) || product.name}</strong>
              <span className={looks.hint}>
                {[product.unit, product.subcategory ?? product.category]
                  .flatMap((each) => (each === null ? [] : [nameOf(each)]))
                  .join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {addYourself}
    </>
  );
}

/** The filled-in values, or the known product of a scanned barcode. */
function KnownNotice() {
  const t = useText();
  const { known } = useProductForm();
  const { offer, filled } = known;
  if (offer) {
    return (
      <Notice>
        <p className={looks.anywhere}>{t('productForm.knownOffer', { name: offer.name })}</p>
        <Button look="quiet" onClick={() => known.fill(offer)}>
          {t('productForm.knownUse')}
        </Button>
      </Notice>
    );
  }
  return filled ? <Notice tone="success">{t('productForm.knownFilled', { name: filled.name })}</Notice> : null;
}
