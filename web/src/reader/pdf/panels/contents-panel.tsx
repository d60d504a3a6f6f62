// The table of contents of a PDF.
import { NavLink } from '@mantine/core';
import { useTranslate } from '../../../i18n/translate.ts';
import { SidePanel } from '../../shared/panel/side-panel.tsx';
import type { OutlineEntry } from '../engine/outline.ts';

interface Props {
  entries: readonly OutlineEntry[];
  onFollow(target: string | unknown[]): void;
  onClose(): void;
}

export function ContentsPanel({ entries, onFollow, onClose }: Props) {
  const t = useTranslate();
  return (
    <SidePanel title={t('reader.pdf.contents')} closeLabel={t('reader.pdf.close')} onClose={onClose}>
      {entries.map(({ title, depth, target }, index) => (
        <NavLink
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          key={index}
          component="button"
          label={title}
          pl={12 + depth * 16}
          disabled={target === undefined}
          onClick={() => target !== undefined && onFollow(target)}
        />
      ))}
    </SidePanel>
  );
}
