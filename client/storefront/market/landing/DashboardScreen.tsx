import { useCallback, useEffect, useReducer } from 'react';
import type { ShopCard } from '@haat/contract/shops/shops.calls';
import { withPageTexts } from '../../../i18n/language.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useAllShops } from '../../../lib/all-shops.ts';
import { lazyComponent } from '../../../lib/lazy.ts';
import { Button } from '../../../ui/Button.tsx';
import { SearchField } from '../../../ui/SearchField.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { useSession } from '../../../shared/session/SessionProvider.tsx';
import { useOpenCartCount } from '../open-carts.ts';
import { MarketSearch, useSearchInAddress } from '../search/MarketSearch.tsx';
import { ShopList, ShopListPlaceholder } from './ShopList.tsx';
import { nearestFirst, useShopDiscovery } from './use-shop-discovery.ts';
import { Welcome } from './Welcome.tsx';
import pageStyles from '../../../ui/Page.module.css';
import styles from './DashboardScreen.module.css';

/** A box as high as the part that replaces it. */
function reserve(className: string | undefined) {
  return () => <div className={className} />;
}

// None of it is on a visitor's first screen.
const EmptyLanding = lazyComponent(() => withPageTexts(import('./EmptyLanding.tsx')), 'EmptyLanding');
const MoreShops = lazyComponent(() => import('./MoreShops.tsx'), 'MoreShops');
const LandingMore = lazyComponent(() => import('./LandingMore.tsx'), 'LandingMore', reserve(styles.more));
const OpenCartsBar = lazyComponent(() => import('../OpenCartsBar.tsx'), 'OpenCartsBar');
const OwnPlace = lazyComponent(() => import('./OwnPlace.tsx'), 'OwnPlace', reserve(styles.place));
const PlaceRequest = lazyComponent(() => import('./PlaceRequest.tsx'), 'PlaceRequest');
const OwnShortcuts = lazyComponent(() => import('./OwnShortcuts.tsx'), 'OwnShortcuts');
const ShopCarousel = lazyComponent(() => import('./ShopCarousel.tsx'), 'ShopCarousel', reserve(styles.carousel));

/** The landing page. Its top is drawn by `FirstView` before the app has loaded. */
export function DashboardScreen() {
  const t = useText();
  const { isSignedIn, userId } = useSession();
  const carts = useOpenCartCount(userId);
  const [search, setSearch] = useSearchInAddress();
  const { shops: nearby, place, send, arrive, ...look } = useShopDiscovery(isSignedIn);
  const { shops: all = [], ...list } = useAllShops();
  const own = useOwnParts();
  const mayShowShops = !isSignedIn || own.isTimeOver || (own.areKnown && !look.isSearching);
  const discovery = { ...look, found: nearby.length };

  const rest = otherShops(all, nearby);
  /** Where no shop delivers. */
  const away = look.rejection === 'shops' ? place : undefined;
  const others = away ? nearestFirst(rest, away) : rest;
  const shops = [...nearby, ...others];
  const isLoading = !mayShowShops || (list.isPending && !nearby[0]);

  const shortcuts = isSignedIn ? <OwnShortcuts place={place} mayShow={!isLoading} onKnown={own.onShortcuts} /> : null;

  if (list.isSuccess && !shops[0]) return <EmptyLanding />;
  return (
    <div className={`${pageStyles.page} ${styles.landing}`}>
      <Welcome
        {...discovery}
        own={
          isSignedIn ? <OwnPlace discovery={discovery} send={send} arrive={arrive} onKnown={own.onPlace} /> : undefined
        }
      >
        <SearchField label={t('landing.search')} value={search} onChange={setSearch} />
      </Welcome>
      {away ? <PlaceRequest place={away} /> : null}
      {/* Not busy while the shops wait for the parts above them: their code is loaded once no part of the page is busy. */}
      <div className={styles.results} aria-busy={list.isPending}>
        <MarketSearch search={search} onClear={() => setSearch('')} place={place}>
          {own.areShortcutsLate ? null : shortcuts}
          {/* Shops that were found replace the others: moving those to new places would be a jump on the screen. */}
          {isLoading ? (
            <ShopListPlaceholder />
          ) : (
            <ShopLists key={nearby.length} nearby={nearby} others={others} list={list} />
          )}
          {own.areShortcutsLate ? shortcuts : null}
        </MarketSearch>
      </div>
      {/* On a phone it would only repeat the list. */}
      {shops[0] && innerWidth >= 720 ? <ShopCarousel shops={shops} isSearching={Boolean(search.trim())} /> : null}
      <LandingMore />
      {carts > 0 ? <OpenCartsBar /> : null}
    </div>
  );
}

type ShopListsProps = {
  nearby: readonly ShopCard[];
  others: readonly ShopCard[];
  list: Omit<ReturnType<typeof useAllShops>, 'shops'>;
};

/** The shops that serve the visitor's place, then all others. */
function ShopLists({ nearby, others, list }: ShopListsProps) {
  const t = useText();
  return (
    <>
      {list.isLoadingError ? (
        <Notice tone="error">
          <p>{t('landing.loadFailed')}</p>
          <Button look="secondary" onClick={() => void list.refetch()}>
            {t('common.tryAgain')}
          </Button>
        </Notice>
      ) : null}
      {nearby[0] ? <ShopList title={t('landing.nearbyShops')} shops={nearby} /> : null}
      {others[0] ? <ShopList title={t(nearby[0] ? 'landing.otherShops' : 'landing.allShops')} shops={others} /> : null}
      {list.next ? <MoreShops key={list.next.after} next={list.next} /> : null}
    </>
  );
}

// Longer than an answer takes over a good connection.
const OWN_WITHIN_MS = 1500;

type OwnParts = { place?: true; shortcuts?: true; isTimeOver?: true; areShortcutsLate?: true };

/**
 * The shops wait for the two parts above them: the user's place and the shortcuts. A part that appears later would move the shops
 * away under a finger. A slow response does not delay the shops: the shortcuts then come below them.
 */
function useOwnParts() {
  const [parts, report] = useReducer(reportPart, {});
  useEffect(() => {
    const timer = setTimeout(() => report('timeout'), OWN_WITHIN_MS);
    return () => clearTimeout(timer);
  }, []);
  const onPlace = useCallback(() => report('place'), []);
  const onShortcuts = useCallback(() => report('shortcuts'), []);
  return { ...parts, areKnown: parts.place && parts.shortcuts, onPlace, onShortcuts };
}

const reportPart = (parts: OwnParts, event: 'place' | 'shortcuts' | 'timeout'): OwnParts =>
  event === 'timeout'
    ? { ...parts, isTimeOver: true, ...(!parts.shortcuts && { areShortcutsLate: true }) }
    : { ...parts, [event]: true };

/** The shops that are not nearby. */
function otherShops(all: readonly ShopCard[], nearby: readonly ShopCard[]): ShopCard[] {
  const ids = new Set(nearby.map(({ id }) => id));
  return all.filter(({ id }) => !ids.has(id));
}
