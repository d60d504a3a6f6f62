// The bar below the text: slider, position, remaining pages and time.
import { DirectionProvider, Group, Slider, Text, UnstyledButton } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconPlayerTrackNext,
  IconPlayerTrackPrev,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Bar } from '../../shared/bars/bar.tsx';
import { BarButton } from '../../shared/bars/bar-button.tsx';
import { findChaptersAround } from '../book/book.ts';
import type { VisiblePart } from '../engine/engine.ts';
import classes from '../epub-reader.module.css';

interface Props {
  shown: VisiblePart;
  chapterMarks: readonly { share: number; label: string }[];
  isRtl: boolean;
  isNarrow: boolean;
  isLeaving: boolean;
  onNext(): void;
  onPrevious(): void;
  onShare(share: number): void;
  onGoTo(): void;
}

const steps = 1_000;
/** With more marks, the bar would look like a solid line. */
const maxMarks = { narrow: 30, wide: 100 };

/** The last chapter that begins at or before a share of the book. */
const chapterAt = (chapterMarks: Props['chapterMarks'], share: number): string =>
  chapterMarks.findLast((mark) => mark.share <= share + 1e-6)?.label ?? '';

export function BottomBar({
  shown,
  chapterMarks,
  isRtl,
  isNarrow,
  isLeaving,
  onNext,
  onPrevious,
  onShare,
  onGoTo,
}: Props) {
  const t = useTranslate();
  const format = useFormat();
  const [dragged, setDragged] = useState<number>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another position resets the slider
  useEffect(() => setDragged(undefined), [shown]);
  const value = dragged ?? Math.round(shown.share * steps);
  const toLabel = (at: number) => {
    const percent = format.percent(at / steps);
    const chapter = chapterAt(chapterMarks, at / steps);
    return chapter === '' ? percent : t('reader.epub.chapterAt', { chapter, percent });
  };
  const left = {
    label: isRtl ? t('reader.epub.nextPage') : t('reader.epub.previousPage'),
    go: isRtl ? onNext : onPrevious,
  };
  const right = {
    label: isRtl ? t('reader.epub.previousPage') : t('reader.epub.nextPage'),
    go: isRtl ? onPrevious : onNext,
  };
  const around = findChaptersAround(chapterMarks, shown.share);
  const before = { label: t('reader.epub.previousChapter'), chapter: around.previous };
  const after = { label: t('reader.epub.nextChapter'), chapter: around.next };
  const chapters = isRtl ? { left: after, right: before } : { left: before, right: after };
  return (
    <Bar edge="bottom" className={classes.bottom} isOver isLeaving={isLeaving}>
      <Group wrap="nowrap" gap="sm" dir="ltr">
        <ChapterButton {...chapters.left} onShare={onShare} icon={<IconPlayerTrackPrev size={18} />} />
        <BarButton label={left.label} onClick={left.go}>
          <IconChevronLeft />
        </BarButton>
        <DirectionProvider
          key={String(isRtl)}
          initialDirection={isRtl ? 'rtl' : 'ltr'}
          detectDirection={false}
        >
          <div dir={isRtl ? 'rtl' : 'ltr'} style={{ flex: 1 }}>
            <Slider
              min={0}
              max={steps}
              value={value}
              onChange={setDragged}
              onChangeEnd={(at) => onShare(at / steps)}
              label={toLabel}
              thumbLabel={t('reader.epub.place')}
              thumbProps={{ 'aria-valuetext': toLabel(value) }}
              marks={
                chapterMarks.length > maxMarks[isNarrow ? 'narrow' : 'wide']
                  ? []
                  : chapterMarks.map(({ share }) => ({ value: Math.round(share * steps) }))
              }
              size="sm"
              styles={{ mark: { borderColor: 'var(--mantine-color-gray-6)' } }}
            />
          </div>
        </DirectionProvider>
        {!isNarrow && <Remaining shown={shown} onGoTo={onGoTo} />}
        <BarButton label={right.label} onClick={right.go}>
          <IconChevronRight />
        </BarButton>
        <ChapterButton {...chapters.right} onShare={onShare} icon={<IconPlayerTrackNext size={18} />} />
      </Group>
      {isNarrow && <Remaining shown={shown} onGoTo={onGoTo} />}
    </Bar>
  );
}

interface ChapterButtonProps {
  label: string;
  chapter: { share: number } | undefined;
  icon: ReactNode;
  onShare(share: number): void;
}

const ChapterButton = ({ label, chapter, icon, onShare }: ChapterButtonProps) => (
  <BarButton label={label} isDisabled={!chapter} onClick={() => chapter && onShare(chapter.share)}>
    {icon}
  </BarButton>
);

/** The position in the book. A click opens the page prompt. */
function Remaining({ shown, onGoTo }: { shown: VisiblePart; onGoTo(): void }) {
  const { share, pagesLeft, minutesLeft, pageLabel } = shown;
  const t = useTranslate();
  const format = useFormat();
  const facts = [
    format.percent(share),
    pageLabel && t('reader.epub.pageOf', { page: pageLabel }),
    pagesLeft !== undefined && t('reader.epub.pagesLeft', { count: pagesLeft }),
    minutesLeft >= 1 && t('reader.epub.timeLeft', { time: format.duration(Math.round(minutesLeft) * 60) }),
  ];
  return (
    <UnstyledButton className={classes.facts} onClick={onGoTo} title={t('reader.comic.goToPage')}>
      <Text size="xs" c="dimmed" truncate>
        {facts.filter(Boolean).join(' · ')}
      </Text>
    </UnstyledButton>
  );
}
