// The panels of the shown pages and of the preloaded ones.
import { useQueries } from '@tanstack/react-query';
import { type Spread, toPreload } from '../geometry/spreads.ts';
import { pagePanels } from './queries.ts';
import type { PageSources } from './use-few-panels.ts';

type Boxes = readonly (readonly number[])[];

interface Props {
  bookId: string;
  spreads: readonly Spread[];
  at: number;
  isOn: boolean;
}

interface LoadedPanels {
  /** The boxes of a page; none until they are loaded. */
  find(page: number): Boxes;
  sources: PageSources;
}

export function usePanels({ bookId, spreads, at, isOn }: Props): LoadedPanels {
  const pages = [at, ...toPreload(spreads, at)].flatMap((index) => spreads[index] ?? []);
  const results = useQueries({
    queries: pages.map((page) => ({ ...pagePanels(bookId, page), enabled: isOn })),
  });
  return {
    find: (page) => results[pages.indexOf(page)]?.data?.panels ?? [],
    sources: new Map(
      results.flatMap(({ data }, index) => (data ? [[pages[index] ?? 0, data.source] as const] : [])),
    ),
  };
}
