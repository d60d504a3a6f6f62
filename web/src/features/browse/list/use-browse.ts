// State and actions of a list, from its URL and the preferences of this device.
import type { ConditionTarget } from '@lectern/contract/conditions/fields';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import type { Filter } from '../../filters/index.tsx';
import type { BrowseSearch, View } from '../search.ts';
import { type Preferences, usePreferences } from './preferences.ts';
import type { ListRequest } from './queries.ts';
import { defaultSort } from './sorts.ts';

export interface Browsing {
  target: ConditionTarget;
  search: BrowseSearch;
  wish: ListRequest;
  view: View;
  preferences: Preferences;
  prefer(change: Partial<Preferences>): void;
  setFilter(filter: Filter | undefined, replace?: boolean): void;
  /** Undefined for relevance. */
  setSort(sort: string | undefined): void;
  setView(view: View): void;
  change(change: Partial<BrowseSearch>, replace?: boolean): void;
}

const newSeed = () => Math.floor(Math.random() * 0x7fff_ffff);

/** Omits undefined values from the URL. */
const withoutEmpty = (search: BrowseSearch): BrowseSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));

export function useBrowse(target: ConditionTarget, search: BrowseSearch): Browsing {
  const navigate = useNavigate();
  const [preferences, prefer] = usePreferences(target);
  const change = (next: Partial<BrowseSearch>, replace = false) =>
    void navigate({
      to: target === 'series' ? '/series' : '/books',
      search: withoutEmpty({ ...search, ...next }),
      replace,
    });
  const { library, q, exact, filter, sort, seed } = search;
  // Preferences are part of the URL, so that another browser shows the same list.
  const changed = {
    ...(!sort &&
      !q &&
      preferences.sort &&
      preferences.sort !== defaultSort[target] && { sort: preferences.sort }),
    ...(!search.view && preferences.view === 'table' && { view: preferences.view }),
  };
  const isDefault = Object.keys(changed).length === 0;
  const isRandom = (changed.sort ?? sort)?.startsWith('random') ?? false;
  const isComplete = isDefault && (!isRandom || seed !== undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only corrects the URL
  useEffect(() => {
    if (!isComplete) change({ ...changed, ...(isRandom && seed === undefined && { seed: newSeed() }) }, true);
  }, [isComplete]);
  const wish = useMemo<ListRequest>(
    () => ({
      target,
      library,
      q,
      exact,
      filter,
      sort: changed.sort ?? sort,
      seed: isRandom ? seed : undefined,
    }),
    [target, library, q, exact, filter, changed.sort, sort, isRandom, seed],
  );
  return {
    target,
    search,
    wish,
    view: search.view ?? preferences.view,
    preferences,
    prefer,
    change,
    setFilter: (next, replace) => change({ filter: next }, replace),
    setSort: (next) => {
      if (!q || next) prefer({ sort: next });
      change({ sort: next, seed: next?.startsWith('random') ? newSeed() : undefined }, true);
    },
    setView: (next) => {
      prefer({ view: next });
      change({ view: next }, true);
    },
  };
}
