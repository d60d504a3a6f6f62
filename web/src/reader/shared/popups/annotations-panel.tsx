// All bookmarks and highlights in book order.

import { findPageNumber } from '@lectern/contract/reading/annotation-markdown';
import type { Annotation } from '@lectern/contract/reading/annotations';
import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconBookmark, IconDownload, IconTrash } from '@tabler/icons-react';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { toHighlightStyle } from './highlight-colors.tsx';
import classes from './popups.module.css';

interface Props {
  annotations: readonly Annotation[];
  /** Text for an empty list. */
  nothing: string;
  onGo(annotation: Annotation): void;
  onRemove(annotation: Annotation): void;
  onExport(): void;
}

export function AnnotationsPanel({ annotations, nothing, onGo, onRemove, onExport }: Props) {
  const t = useTranslate();
  if (annotations.length === 0) return <Text c="dimmed">{nothing}</Text>;
  return (
    <Stack gap="sm">
      <Button variant="default" leftSection={<IconDownload size={18} />} onClick={onExport}>
        {t('reader.epub.exportMarks')}
      </Button>
      <ul className={classes.list}>
        {annotations.map((annotation) => (
          <AnnotationItem key={annotation.id} annotation={annotation} onGo={onGo} onRemove={onRemove} />
        ))}
      </ul>
    </Stack>
  );
}

function AnnotationItem({
  annotation,
  onGo,
  onRemove,
}: { annotation: Annotation } & Pick<Props, 'onGo' | 'onRemove'>) {
  const t = useTranslate();
  const format = useFormat();
  const { kind, color, note, text, locator } = annotation;
  const page = findPageNumber(locator);
  const position = [
    locator.title,
    page === undefined
      ? format.percent(locator.locations?.totalProgression ?? 0)
      : t('reader.epub.pageOf', { page: String(page) }),
    format.date(annotation.createdAt),
  ];
  return (
    <li>
      <Group wrap="nowrap" align="flex-start" gap={4}>
        <button type="button" className={classes.entry} onClick={() => onGo(annotation)}>
          <Text size="xs" c="dimmed" component="span" display="block">
            {kind === 'bookmark' && <IconBookmark size={14} aria-label={t('reader.epub.bookmark')} />}{' '}
            {position.filter(Boolean).join(' · ')}
          </Text>
          <span
            className={kind === 'highlight' ? classes.quote : undefined}
            style={{ ...toHighlightStyle(color), display: 'block' }}
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
          onClick={() => onRemove(annotation)}
        >
          <IconTrash size={18} />
        </ActionIcon>
      </Group>
    </li>
  );
}
