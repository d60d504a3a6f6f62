// One comic on the screen: the pages, what turns them, and the bars above and below.
import type { BookDto } from '@lectern/contract/books';
import type { Page } from '@lectern/contract/pages';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type MouseEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { toUrl } from '../../api/call.ts';
import { neighbours } from '../../api/queries.ts';
import type { Keeper } from '../shared/progress/keeper.ts';
import { Bars } from './bars.tsx';
import classes from './comic-reader.module.css';
import { findSpread, type Step, toPreload, toSpreads, toStep, toZone } from './state.ts';
import { Strip } from './strip.tsx';
import { toDefaults, useSettings } from './use-settings.ts';

interface Props {
  book: BookDto;
  keeper: Keeper;
  pages: readonly Page[];
  startPage: number;
}

/** What every browser shows. Others are converted. */
const shown = /^image\/(jpeg|png|gif|webp|avif)$/;

export function ComicReader({ book, keeper, pages, startPage }: Props) {
  const navigate = useNavigate();
  const { data: around } = useQuery(neighbours(book.id));
  const [settings, change] = useSettings(book.seriesId, toDefaults(book.readingDirection));
  const [page, setPage] = useState(startPage);
  const { isDouble, isCoverAlone } = settings;
  const [hasBars, setBars] = useState(true);
  const spreads = useMemo(
    () => toSpreads(pages, { isDouble, isCoverAlone }),
    [pages, isDouble, isCoverAlone],
  );
  const at = findSpread(spreads, page);
  const spread = spreads[at] ?? [];
  const last = spread.at(-1) ?? 1;

  const toSrc = useCallback(
    (number: number) => {
      const { mediaType = '' } = pages[number - 1] ?? {};
      return toUrl(`api/v1/books/${book.id}/pages/${number}${shown.test(mediaType) ? '' : '?format=webp'}`);
    },
    [book.id, pages],
  );
  useEffect(() => keeper.tell({ currentPage: last }), [last, keeper]);
  useEffect(() => keeper.onGo(({ currentPage }) => currentPage && setPage(currentPage)), [keeper]);
  const ahead = toPreload(spreads, at).join(' ');
  useEffect(() => {
    const pictures = ahead
      .split(' ')
      .filter(Boolean)
      .map((number) => {
        const picture = new Image();
        picture.src = toSrc(Number(number));
        return picture;
      });
    // What is not wanted any more need not arrive.
    return () => {
      for (const picture of pictures) if (!picture.complete) picture.src = '';
    };
  }, [ahead, toSrc]);

  const open = useCallback(
    (id: string) => void navigate({ to: '/books/$id/read', params: { id }, replace: true }),
    [navigate],
  );
  const step = useCallback(
    (what: Step) => {
      if (what === 'first') return setPage(1);
      if (what === 'last') return setPage(pages.length);
      const index = at + (what === 'next' ? 1 : -1);
      const wanted = spreads[index]?.[0];
      if (wanted !== undefined) return setPage(wanted);
      const other = what === 'next' ? around?.next : around?.prev;
      if (other) open(other.id);
    },
    [at, spreads, pages.length, around, open],
  );
  const close = useCallback(
    () => void navigate({ to: '/books/$id', params: { id: book.id } }),
    [navigate, book.id],
  );

  const box = useRef<HTMLElement>(null);
  const full = useCallback(() => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void box.current?.requestFullscreen?.();
  }, []);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
      const wanted = event.shiftKey && event.key === ' ' ? 'previous' : toStep(event.key, settings);
      const isScrolling = settings.mode === 'strip' && /^(Arrow(Up|Down)|Page|Home|End| )/.test(event.key);
      if (wanted && !isScrolling) step(wanted);
      else if (event.key === 'm') setBars((before) => !before);
      else if (event.key === 'd') change({ isDouble: !settings.isDouble });
      else if (event.key === 'f') full();
      else if (event.key === 'Escape') close();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, [settings, step, change, close, full]);

  const tap = ({ clientX, currentTarget }: MouseEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const zone = settings.mode === 'strip' ? 'menu' : toZone((clientX - left) / width, settings);
    if (zone === 'menu') setBars((before) => !before);
    else step(zone);
  };

  return (
    <main ref={box} className={classes.reader}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: every key does the same for the whole reader */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the zones are a convenience, the bars have buttons */}
      <div className={classes.stage} onClick={tap} data-fit={settings.fit} data-mode={settings.mode}>
        {settings.mode === 'strip' ? (
          <Strip pages={pages} page={page} toSrc={toSrc} onPage={setPage} />
        ) : (
          <div className={classes.spread} dir={settings.direction}>
            {spread.map((number) => (
              <img
                key={number}
                className={classes.page}
                src={toSrc(number)}
                width={pages[number - 1]?.width ?? undefined}
                height={pages[number - 1]?.height ?? undefined}
                alt={`Page ${number} of ${pages.length}`}
                decoding="async"
                draggable={false}
              />
            ))}
          </div>
        )}
      </div>
      <output
        className={classes.spoken}
        aria-live="polite"
      >{`Page ${spread.join(' and ')} of ${pages.length}`}</output>
      {hasBars && (
        <Bars
          title={book.title}
          seriesName={book.seriesName}
          page={page}
          pageCount={pages.length}
          settings={settings}
          onChange={change}
          onPage={setPage}
          onStep={step}
          onFull={full}
          onClose={close}
        />
      )}
    </main>
  );
}
