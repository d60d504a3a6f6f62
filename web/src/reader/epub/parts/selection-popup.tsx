// The actions for selected text.

import type { AnnotationColor } from '@lectern/contract/values';
import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { IconCopy, IconNote, IconSearch } from '@tabler/icons-react';
import { useTranslate } from '../../../i18n/translate.ts';
import { showError, showToast } from '../../../ui/toasts.tsx';
import type { TextSelection } from '../engine/engine.ts';
import { HighlightColors } from './highlight-colors.tsx';
import { Popup } from './popup.tsx';

interface Props {
  selected: TextSelection;
  mayMark: boolean;
  onColor(color: AnnotationColor): void;
  onNote(): void;
  onSearch(): void;
  onDone(): void;
}

export function SelectionPopup({ selected, mayMark, onColor, onNote, onSearch, onDone }: Props) {
  const t = useTranslate();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(selected.text);
      showToast(t('reader.epub.copied'));
    } catch (error) {
      showError(error);
    }
    onDone();
  };
  const tools = [
    ...(mayMark ? [{ label: t('reader.epub.addNote'), act: onNote, icon: <IconNote /> }] : []),
    { label: t('reader.epub.copy'), act: () => void copy(), icon: <IconCopy /> },
    { label: t('reader.epub.searchThis'), act: onSearch, icon: <IconSearch /> },
  ];
  return (
    <Popup bounds={selected.bounds} label={t('reader.epub.highlight')}>
      {mayMark && <HighlightColors onColor={onColor} />}
      <Group gap={4} justify="center" mt={mayMark ? 4 : 0}>
        {tools.map(({ label, act, icon }) => (
          <Tooltip key={label} label={label}>
            <ActionIcon size={44} variant="subtle" color="gray" onClick={act} aria-label={label}>
              {icon}
            </ActionIcon>
          </Tooltip>
        ))}
      </Group>
    </Popup>
  );
}
