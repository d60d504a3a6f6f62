// All pages below one another, as webtoons are read. Each has its height before it is there, so that nothing jumps.
import type { Page } from '@lectern/contract/pages';
import { useEffect, useRef } from 'react';
import classes from './comic-reader.module.css';

interface Props {
  pages: readonly Page[];
  page: number;
  toSrc(page: number): string;
  onPage(page: number): void;
}

export function Strip({ pages, page, toSrc, onPage }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const seen = useRef(page);
  useEffect(() => {
    if (seen.current === page && page !== 1)
      box.current?.children[page - 1]?.scrollIntoView({ block: 'start' });
    else if (seen.current !== page) box.current?.children[page - 1]?.scrollIntoView({ block: 'start' });
    seen.current = page;
  }, [page]);
  useEffect(() => {
    // A page counts when it crosses the middle of the screen.
    const watcher = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (!isIntersecting || !(target instanceof HTMLElement)) continue;
          const number = Number(target.dataset.page);
          seen.current = number;
          onPage(number);
        }
      },
      { rootMargin: '-50% 0px -50% 0px' },
    );
    for (const child of box.current?.children ?? []) watcher.observe(child);
    return () => watcher.disconnect();
  }, [onPage]);
  return (
    <div ref={box} className={classes.strip}>
      {pages.map(({ pageNumber, width, height }) => (
        <img
          key={pageNumber}
          data-page={pageNumber}
          className={classes.part}
          src={toSrc(pageNumber)}
          style={{ aspectRatio: `${width ?? 2} / ${height ?? 3}` }}
          alt={`Page ${pageNumber} of ${pages.length}`}
          loading="lazy"
          decoding="async"
          draggable={false}
        />
      ))}
    </div>
  );
}
