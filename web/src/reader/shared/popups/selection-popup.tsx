// The actions for selected text.

import type { AnnotationColor } from '@lectern/contract/values';
import { ActionIcon, Group, Tooltip } from '@mantine/core';
import {
  IconCopy,
  IconLanguage,
  IconNote,
  IconSearch,
  IconShare3,
  IconVocabulary,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { lookups, toLookupUrl } from '../../../api/lookups.ts';
import { useLanguage } from '../../../i18n/language.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { showError, showToast } from '../../../ui/toasts/toasts.tsx';
import type { TextSelection } from '../annotations/selection.ts';
import { HighlightColors } from './highlight-colors.tsx';
import { Popup } from './popup.tsx';

interface Props {
  selected: TextSelection;
  mayMark: boolean;
  /** Language of the book. */
  language: string | undefined;
  onColor(color: AnnotationColor): void;
  onNote(): void;
  onSearch(): void;
  onDone(): void;
}

interface Tool {
  label: string;
  icon: ReactNode;
  act(): void;
  /** Opens in a new tab. */
  href?: string;
}

export function SelectionPopup({ selected, mayMark, language, onColor, onNote, onSearch, onDone }: Props) {
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
  const lookupTools = useLookupTools(selected.text, language, onDone);
  const tools: Tool[] = [
    ...(mayMark ? [{ label: t('reader.epub.addNote'), act: onNote, icon: <IconNote /> }] : []),
    { label: t('reader.epub.copy'), act: () => void copy(), icon: <IconCopy /> },
    { label: t('reader.epub.searchThis'), act: onSearch, icon: <IconSearch /> },
    ...lookupTools,
  ];
  return (
    <Popup bounds={selected.bounds} label={t('reader.epub.highlight')}>
      {mayMark && <HighlightColors onColor={onColor} />}
      <Group gap={4} justify="center" mt={mayMark ? 4 : 0}>
        {tools.map((tool) => (
          <ToolButton key={tool.label} tool={tool} />
        ))}
      </Group>
    </Popup>
  );
}

function ToolButton({ tool: { label, icon, act, href } }: { tool: Tool }) {
  const look = { size: 44, variant: 'subtle', color: 'gray', 'aria-label': label } as const;
  return (
    <Tooltip label={label}>
      {href === undefined ? (
        <ActionIcon {...look} onClick={act}>
          {icon}
        </ActionIcon>
      ) : (
        <ActionIcon
          {...look}
          component="a"
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          onClick={act}
        >
          {icon}
        </ActionIcon>
      )}
    </Tooltip>
  );
}

/** Dictionary and translator, if URLs are configured, and the system's share dialog. */
function useLookupTools(text: string, language: string | undefined, onDone: () => void): Tool[] {
  const t = useTranslate();
  const to = useLanguage();
  const { data = {} } = useQuery(lookups);
  const icons = { dictionary: <IconVocabulary />, translation: <IconLanguage /> };
  const places = (['dictionary', 'translation'] as const).flatMap((kind) => {
    const address = data[kind];
    if (!address) return [];
    const href = toLookupUrl(address, { text, language, to });
    return [{ label: t(`reader.epub.${kind}`), icon: icons[kind], act: onDone, href }];
  });
  const share = () => {
    // The user closed the system's dialog.
    navigator.share({ text }).catch((error: unknown) => {
      if (!(error instanceof DOMException && error.name === 'AbortError')) showError(error);
    });
    onDone();
  };
  const isShared = 'share' in navigator && navigator.canShare?.({ text }) !== false;
  return [
    ...places,
    ...(isShared ? [{ label: t('reader.epub.share'), icon: <IconShare3 />, act: share }] : []),
  ];
}
