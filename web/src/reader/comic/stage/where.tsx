// Announces the page, the two pages of a spread, or the half of a page to screen readers.
import { useTranslate } from '../../../i18n/translate.ts';
import { Announcement } from '../../shared/announcement.tsx';
import { findHalf } from '../geometry/cuts.ts';
import type { Turning } from '../use-turning.ts';

export function Where({ turning, count }: { turning: Turning; count: number }) {
  const t = useTranslate();
  const { spread, spreads, at } = turning;
  const [page = turning.page, second] = spread;
  const half = findHalf(spreads, at);
  const words = () => {
    if (second !== undefined) return t('reader.comic.pagesOf', { first: page, second, count });
    if (half) return t(`reader.comic.${half}Half`, { page, count });
    return t('reader.comic.pageOf', { page, count });
  };
  return <Announcement>{words()}</Announcement>;
}
