// The EPUB reader: text, popups, bars and panels.
import { useMediaQuery } from '@mantine/hooks';
import { type CSSProperties, useMemo, useRef } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { Announcement } from '../shared/announcement.tsx';
import { ShowBars } from '../shared/bars/show-bars.tsx';
import { useLeaving } from '../shared/bars/use-leaving.ts';
import { WayBack } from '../shared/bars/way-back.tsx';
import { Notice } from '../shared/notice/notice.tsx';
import { WarmFilter } from '../shared/warmth/warm-filter.tsx';
import { themeColors } from './appearance/appearance.ts';
import { type EpubBook, toChapterMarks } from './book/book.ts';
import classes from './epub-reader.module.css';
import { Panels } from './panels/panels.tsx';
import { BottomBar } from './parts/bottom-bar.tsx';
import { MissingPart } from './parts/missing-part.tsx';
import { Popups } from './parts/popups.tsx';
import { EpubTopBar } from './parts/top-bar.tsx';
import { ReadingRuler } from './ruler/reading-ruler.tsx';
import { SpeechBar } from './speech/speech-bar.tsx';
import type { AppearanceSettings } from './state/use-appearance.ts';
import { type ReaderParts, useReader } from './state/use-reader.ts';

/** Pages in fixed layout have their own colors: they are shown on the dark stage of comics. */
function toStage(settings: AppearanceSettings, { isFixed }: EpubBook): AppearanceSettings {
  return isFixed && settings.theme !== 'black' ? { ...settings, theme: 'dark' } : settings;
}

export function EpubReader(props: Omit<ReaderParts, 'host'>) {
  const { book, open } = props;
  const settings = toStage(props.settings, open.book);
  const host = useRef<HTMLDivElement>(null);
  const isNarrow = useMediaQuery('(max-width: 40em)', innerWidth < 640, { getInitialValueInEffect: false });
  const reader = useReader({ ...props, settings, host });
  const { state, go, act, bookmarks } = reader;
  const { shown, hasBars } = state;
  const chapterMarks = useMemo(() => toChapterMarks(open.book), [open.book]);
  const { ink, paper } = themeColors[settings.theme];
  const chrome: CSSProperties & Record<string, string> = { '--chrome-paper': paper, '--chrome-ink': ink };
  const { isThere, isLeaving } = useLeaving(hasBars);
  // Speech controls are below the text.
  const isSilent = reader.speech.status === 'off';
  return (
    <main className={classes.reader} style={chrome} data-whole={(open.book.isFixed && !hasBars) || undefined}>
      {!isThere && <ShowBars onShow={() => act('bars')} />}
      {isThere && (
        <EpubTopBar
          title={book.title}
          chapter={shown?.entry?.label ?? book.seriesName}
          isMarked={bookmarks.length > 0}
          canGoBack={state.history.length > 0}
          isNarrow={isNarrow}
          isLeaving={isLeaving}
          onSpeech={reader.speech.isPossible ? reader.speech.toggle : undefined}
          onClose={() => act('close')}
          onBack={() => act('back')}
          onBookmark={() => act('bookmark')}
          onPanel={reader.openPanel}
        />
      )}
      <div ref={host} className={classes.host} data-shown={shown ? '' : undefined} />
      <MissingPart missing={reader.missing} />
      <WarmFilter />
      <Notice notice={reader.notice} />
      {bookmarks.length > 0 && !isThere && <span className={classes.ribbon} />}
      {shown && !isThere && !open.book.isFixed && isSilent && <Line shown={shown} ink={ink} />}
      {settings.appearance.ruler !== 'off' && (
        <ReadingRuler ruler={reader.ruler} appearance={settings.appearance} ink={ink} paper={paper} />
      )}
      <SpeechBar speech={reader.speech} onSettings={() => reader.openPanel('speech')} />
      <LocationText shown={shown} />
      <Popups reader={reader} open={open} />
      {isThere && shown && isSilent && (
        <BottomBar
          shown={shown}
          chapterMarks={chapterMarks}
          isRtl={reader.isRtl}
          isNarrow={isNarrow}
          isLeaving={isLeaving}
          onNext={() => act('next')}
          onPrevious={() => act('previous')}
          onShare={(share) => go({ share })}
          onGoTo={() => reader.dispatch({ type: 'popup', popup: { kind: 'goTo' } })}
        />
      )}
      {state.leftAt !== undefined && !isThere && isSilent && (
        <WayBack onReturn={reader.returnToReading} onStay={reader.readOnHere} />
      )}
      <Panels reader={reader} open={open} settings={props.settings} />
    </main>
  );
}

type ShownProps = { shown: NonNullable<ReturnType<typeof useReader>['state']['shown']> };

/** The line below the text while the bars are hidden. */
function Line({ shown, ink }: ShownProps & { ink: string }) {
  const t = useTranslate();
  const format = useFormat();
  const { entry, share, pagesLeft } = shown;
  return (
    <div className={classes.line} style={{ color: ink }} aria-hidden="true">
      <span>{entry?.label}</span>
      <span>
        {[pagesLeft !== undefined && t('reader.epub.pagesLeft', { count: pagesLeft }), format.percent(share)]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </div>
  );
}

/** Announces each page turn to screen readers. */
function LocationText({ shown }: Partial<ShownProps>) {
  const t = useTranslate();
  const format = useFormat();
  const percent = format.percent(shown?.share ?? 0);
  const chapter = shown?.entry?.label;
  return (
    <Announcement>
      {shown && (chapter ? t('reader.epub.chapterAt', { chapter, percent }) : percent)}
    </Announcement>
  );
}
