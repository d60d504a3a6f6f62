// The popup of a highlight: color, note, removal.
import type { Annotation } from '@lectern/contract/reading/annotations';
import type { AnnotationColor } from '@lectern/contract/values';
import { Button, Group, Textarea } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import type { Bounds } from '../annotations/selection.ts';
import { HighlightColors } from './highlight-colors.tsx';
import { Popup } from './popup.tsx';

interface Props {
  annotation: Annotation;
  bounds: Bounds;
  onColor(color: AnnotationColor): void;
  onNote(note: string): void;
  onRemove(): void;
}

/** Same limit as in the contract (annotations). */
const maxNoteLength = 10_000;

export function HighlightPopup({ annotation, bounds, onColor, onNote, onRemove }: Props) {
  const t = useTranslate();
  const [note, setNote] = useState(annotation.note ?? '');
  return (
    <Popup bounds={bounds} label={t('reader.epub.highlight')}>
      <HighlightColors color={annotation.color ?? 'yellow'} onColor={onColor} />
      <Textarea
        label={t('reader.epub.note')}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
        maxLength={maxNoteLength}
        autosize
        minRows={2}
        maxRows={6}
        mt="xs"
      />
      <Group justify="space-between" mt="xs">
        <Button
          variant="subtle"
          color="red"
          size="compact-md"
          leftSection={<IconTrash size={16} />}
          onClick={onRemove}
        >
          {t('reader.epub.removeMark')}
        </Button>
        <Button size="compact-md" onClick={() => onNote(note)}>
          {t('reader.epub.saveNote')}
        </Button>
      </Group>
    </Popup>
  );
}
