// Announces the page, the two pages of a spread, the half of a page, or the panel to screen readers.
import { useTranslate } from '../../../i18n/translate.ts';
import { Announcement } from '../../shared/announcement.tsx';
import { findHalf } from '../geometry/cuts.ts';
import type { Guided } from '../guided/use-guided.ts';
import type { Turning } from '../use-turning.ts';

interface Props {
  turning: Turning;
  panel: Guided['panel'];
  count: number;
}

export function Where({ turning, panel, count }: Props) {
  const t = useTranslate();
  const { spread, spreads, at } = turning;
  const [page = turning.page, second] = spread;
  const half = findHalf(spreads, at);
  const words = () => {
    if (panel) return t('reader.comic.panelOf', { panel: panel.number, panels: panel.count, page });
    if (second !== undefined) return t('reader.comic.pagesOf', { first: page, second, count });
    if (half) return t(`reader.comic.${half}Half`, { page, count });
    return t('reader.comic.pageOf', { page, count });
  };
  return <Announcement>{words()}</Announcement>;
}
