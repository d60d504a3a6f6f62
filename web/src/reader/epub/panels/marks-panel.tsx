// All bookmarks and highlights of the book, in its order.
import type { Annotation } from '@lectern/contract/annotations';
import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconBookmark, IconDownload, IconTrash } from '@tabler/icons-react';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import classes from '../epub-reader.module.css';
import { toMarkStyle } from '../parts/swatches.tsx';

interface Props {
  marks: readonly Annotation[];
  onGo(mark: Annotation): void;
  onRemove(mark: Annotation): void;
  onExport(): void;
}

export function MarksPanel({ marks, onGo, onRemove, onExport }: Props) {
  const t = useTranslate();
  if (marks.length === 0) return <Text c="dimmed">{t('reader.epub.noMarks')}</Text>;
  return (
    <Stack gap="sm">
      <Button variant="default" leftSection={<IconDownload size={18} />} onClick={onExport}>
        {t('reader.epub.exportMarks')}
      </Button>
      <ul className={classes.list}>
        {marks.map((mark) => (
          <One key={mark.id} mark={mark} onGo={onGo} onRemove={onRemove} />
        ))}
      </ul>
    </Stack>
  );
}

function One({ mark, onGo, onRemove }: { mark: Annotation } & Pick<Props, 'onGo' | 'onRemove'>) {
  const t = useTranslate();
  const format = useFormat();
  const { kind, color, note, text, locator } = mark;
  const place = [
    locator.title,
    format.percent(locator.locations?.totalProgression ?? 0),
    format.date(mark.createdAt),
  ];
  return (
    <li>
      <Group wrap="nowrap" align="flex-start" gap={4}>
        <button type="button" className={classes.entry} onClick={() => onGo(mark)}>
          <Text size="xs" c="dimmed" component="span" display="block">
            {kind === 'bookmark' && <IconBookmark size={14} aria-label={t('reader.epub.bookmark')} />}{' '}
            {place.filter(Boolean).join(' · ')}
          </Text>
          <span
            className={kind === 'highlight' ? classes.quote : undefined}
            style={{ ...toMarkStyle(color), display: 'block' }}
          >
            {text ?? t('reader.epub.bookmark')}
          </span>
          {note && (
            <Text size="sm" fs="italic" component="span" display="block" style={{ whiteSpace: 'pre-line' }}>
              {note}
            </Text>
          )}
        </button>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-label={`${t('reader.epub.removeMark')}: ${(text ?? t('reader.epub.bookmark')).slice(0, 60)}`}
          onClick={() => onRemove(mark)}
        >
          <IconTrash size={18} />
        </ActionIcon>
      </Group>
    </li>
  );
}
