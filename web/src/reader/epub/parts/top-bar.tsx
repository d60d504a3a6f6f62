// Above the text: what is read, and what can be opened.
import { ActionIcon, Button, Group, Text } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowLeft,
  IconBookmark,
  IconBookmarkFilled,
  IconHelp,
  IconHighlight,
  IconListTree,
  IconMaximize,
  IconSearch,
  IconTypography,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
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
  onFull(): void;
  onPanel(panel: Panel): void;
}

export function TopBar(props: Props) {
  const { title, chapter, isMarked, canGoBack, isNarrow, onClose, onBack, onBookmark, onFull, onPanel } =
    props;
  const t = useText();
  return (
    <header className={classes.top}>
      <Group wrap="nowrap" gap={4}>
        <Tool label={t('close')} onClick={onClose}>
          <IconArrowLeft />
        </Tool>
        <div className={classes.names}>
          <Text component="h1" size="sm" fw={600} truncate>
            {title}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {chapter}
          </Text>
        </div>
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
          <Tool label={t('help')} onClick={() => onPanel('help')}>
            <IconHelp />
          </Tool>
        )}
        {!isNarrow && (
          <Tool label={t('full')} onClick={onFull}>
            <IconMaximize />
          </Tool>
        )}
        <Tool label={isMarked ? t('removeBookmark') : t('addBookmark')} onClick={onBookmark}>
          {isMarked ? <IconBookmarkFilled /> : <IconBookmark />}
        </Tool>
        {!isNarrow && <Panels onPanel={onPanel} />}
      </Group>
    </header>
  );
}

/** What opens the panels: above on a desk, below where the thumb is on a phone. */
export function Panels({ onPanel }: Pick<Props, 'onPanel'>) {
  const t = useText();
  return (
    <>
      <Tool label={t('contents')} onClick={() => onPanel('contents')}>
        <IconListTree />
      </Tool>
      <Tool label={t('search')} onClick={() => onPanel('search')}>
        <IconSearch />
      </Tool>
      <Tool label={t('marks')} onClick={() => onPanel('marks')}>
        <IconHighlight />
      </Tool>
      <Tool label={t('look')} onClick={() => onPanel('look')}>
        <IconTypography />
      </Tool>
    </>
  );
}

export function Tool({ label, onClick, children }: { label: string; onClick(): void; children: ReactNode }) {
  return (
    <ActionIcon variant="subtle" color="gray" size={44} onClick={onClick} aria-label={label} title={label}>
      {children}
    </ActionIcon>
  );
}
