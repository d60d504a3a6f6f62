// The bar above the text.
import { Button } from '@mantine/core';
import {
  IconArrowBackUp,
  IconBookmark,
  IconBookmarkFilled,
  IconHelp,
  IconHighlight,
  IconListTree,
  IconSearch,
  IconTypography,
  IconVolume,
} from '@tabler/icons-react';
import { useTranslate } from '../../../i18n/translate.ts';
import { BarButton } from '../../shared/bars/bar-button.tsx';
import { FullScreenButton } from '../../shared/bars/full-screen-button.tsx';
import { TopBar } from '../../shared/bars/top-bar.tsx';
import type { Panel } from '../state/reader-state.ts';

interface Props {
  title: string;
  chapter: string;
  isMarked: boolean;
  canGoBack: boolean;
  isNarrow: boolean;
  isLeaving: boolean;
  /** Undefined if the book cannot be read aloud. */
  onSpeech: (() => void) | undefined;
  onClose(): void;
  onBack(): void;
  onBookmark(): void;
  onPanel(panel: Panel): void;
}

export function EpubTopBar(props: Props) {
  const { title, chapter, isMarked, canGoBack, isNarrow, isLeaving } = props;
  const { onSpeech, onClose, onBack, onBookmark, onPanel } = props;
  const t = useTranslate();
  return (
    <TopBar title={title} subtitle={chapter} isOver isLeaving={isLeaving} onClose={onClose}>
      {canGoBack && isNarrow && (
        <BarButton label={t('reader.epub.back')} onClick={onBack}>
          <IconArrowBackUp />
        </BarButton>
      )}
      {canGoBack && !isNarrow && (
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconArrowBackUp size={18} />}
          onClick={onBack}
          title={t('reader.epub.backTo')}
        >
          {t('reader.epub.back')}
        </Button>
      )}
      {!isNarrow && (
        <BarButton label={t('reader.epub.help')} onClick={() => onPanel('help')}>
          <IconHelp />
        </BarButton>
      )}
      {!isNarrow && onSpeech && (
        <BarButton label={t('reader.epub.speech')} onClick={onSpeech}>
          <IconVolume />
        </BarButton>
      )}
      {!isNarrow && <FullScreenButton />}
      <BarButton
        label={isMarked ? t('reader.epub.removeBookmark') : t('reader.epub.addBookmark')}
        onClick={onBookmark}
      >
        {isMarked ? <IconBookmarkFilled /> : <IconBookmark />}
      </BarButton>
      <Panels onPanel={onPanel} />
    </TopBar>
  );
}

/** The buttons that open the panels. */
function Panels({ onPanel }: Pick<Props, 'onPanel'>) {
  const t = useTranslate();
  return (
    <>
      <BarButton label={t('reader.epub.contents')} onClick={() => onPanel('contents')}>
        <IconListTree />
      </BarButton>
      <BarButton label={t('reader.epub.search')} onClick={() => onPanel('search')}>
        <IconSearch />
      </BarButton>
      <BarButton label={t('reader.epub.marks')} onClick={() => onPanel('marks')}>
        <IconHighlight />
      </BarButton>
      <BarButton label={t('reader.epub.look')} onClick={() => onPanel('look')}>
        <IconTypography />
      </BarButton>
    </>
  );
}
