// The popup of a highlight: colour, note, removal.
import type { Annotation } from '@lectern/contract/annotations';
import type { AnnotationColor } from '@lectern/contract/values';
import { Button, Group, Textarea } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import type { Spot } from '../engine/engine.ts';
import { Popup } from './popup.tsx';
import { Swatches } from './swatches.tsx';

interface Props {
  mark: Annotation;
  spot: Spot;
  onColor(color: AnnotationColor): void;
  onNote(note: string): void;
  onRemove(): void;
}

/** As in the contract (annotations). */
const maxNoteLength = 10_000;

export function MarkPopup({ mark, spot, onColor, onNote, onRemove }: Props) {
  const t = useTranslate();
  const [note, setNote] = useState(mark.note ?? '');
  return (
    <Popup spot={spot} label={t('reader.epub.highlight')}>
      <Swatches color={mark.color ?? 'yellow'} onColor={onColor} />
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
