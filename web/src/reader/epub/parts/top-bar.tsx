// Above the text: what is read, and what can be opened.
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
} from '@tabler/icons-react';
import { BarButton } from '../../shared/bars/bar-button.tsx';
import { FullScreenButton } from '../../shared/bars/full-screen-button.tsx';
import { TopBar } from '../../shared/bars/top-bar.tsx';
import classes from '../epub-reader.module.css';
import type { Panel } from '../state/reader-state.ts';
import { useText } from '../words/index.ts';

interface Props {
  title: string;
  chapter: string;
  isMarked: boolean;
  canGoBack: boolean;
  isNarrow: boolean;
  onClose(): void;
  onBack(): void;
  onBookmark(): void;
  onPanel(panel: Panel): void;
}

export function EpubTopBar(props: Props) {
  const { title, chapter, isMarked, canGoBack, isNarrow, onClose, onBack, onBookmark, onPanel } = props;
  const t = useText();
  return (
    <div className={classes.top}>
      <TopBar title={title} subtitle={chapter} onClose={onClose}>
        {canGoBack && (
          <Button
            variant="light"
            size="compact-md"
            leftSection={<IconArrowBackUp size={18} />}
            onClick={onBack}
            title={t('backTo')}
          >
            {t('back')}
          </Button>
        )}
        {!isNarrow && (
          <BarButton label={t('help')} onClick={() => onPanel('help')}>
            <IconHelp />
          </BarButton>
        )}
        <FullScreenButton />
        <BarButton label={isMarked ? t('removeBookmark') : t('addBookmark')} onClick={onBookmark}>
          {isMarked ? <IconBookmarkFilled /> : <IconBookmark />}
        </BarButton>
        {!isNarrow && <Panels onPanel={onPanel} />}
      </TopBar>
    </div>
  );
}

/** What opens the panels: above on a desk, below where the thumb is on a phone. */
export function Panels({ onPanel }: Pick<Props, 'onPanel'>) {
  const t = useText();
  return (
    <>
      <BarButton label={t('contents')} onClick={() => onPanel('contents')}>
        <IconListTree />
      </BarButton>
      <BarButton label={t('search')} onClick={() => onPanel('search')}>
        <IconSearch />
      </BarButton>
      <BarButton label={t('marks')} onClick={() => onPanel('marks')}>
        <IconHighlight />
      </BarButton>
      <BarButton label={t('look')} onClick={() => onPanel('look')}>
        <IconTypography />
      </BarButton>
    </>
  );
}
