// The panels of the shown pages and of the preloaded ones.
import { useQueries } from '@tanstack/react-query';
import { type Spread, toPreload } from '../geometry/spreads.ts';
import { pagePanels } from './queries.ts';

type Boxes = readonly (readonly number[])[];

interface Props {
  bookId: string;
  spreads: readonly Spread[];
  at: number;
  isOn: boolean;
}

/** Returns the boxes of a page; none until they are loaded. */
export function usePanels({ bookId, spreads, at, isOn }: Props): (page: number) => Boxes {
  const pages = [at, ...toPreload(spreads, at)].flatMap((index) => spreads[index] ?? []);
  const results = useQueries({
    queries: pages.map((page) => ({ ...pagePanels(bookId, page), enabled: isOn })),
  });
  return (page) => results[pages.indexOf(page)]?.data?.panels ?? [];
}
