// The table of contents of a PDF.
import { NavLink, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { SidePanel } from '../../shared/panel/side-panel.tsx';
import type { OpenPdf } from '../engine/open.ts';
import { type OutlineEntry, readOutline } from '../engine/outline.ts';

interface Props {
  pdf: OpenPdf;
  onFollow(target: string | unknown[]): void;
  onClose(): void;
}

export function ContentsPanel({ pdf, onFollow, onClose }: Props) {
  const t = useTranslate();
  const [entries, setEntries] = useState<OutlineEntry[]>();
  useEffect(() => {
    readOutline(pdf.document).then(setEntries, () => setEntries([]));
  }, [pdf]);
  return (
    <SidePanel title={t('reader.pdf.contents')} closeLabel={t('reader.pdf.close')} onClose={onClose}>
      {entries?.length === 0 && <Text>{t('reader.pdf.noContents')}</Text>}
      {entries?.map(({ title, depth, target }, index) => (
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
