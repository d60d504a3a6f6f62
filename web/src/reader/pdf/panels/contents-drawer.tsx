// The table of contents of a PDF.
import { Drawer, NavLink, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import type { OpenPdf } from '../engine/open.ts';
import { type OutlineEntry, readOutline } from '../engine/outline.ts';

interface Props {
  pdf: OpenPdf;
  isOpen: boolean;
  onFollow(target: string | unknown[]): void;
  onClose(): void;
}

export function ContentsDrawer({ pdf, isOpen, onFollow, onClose }: Props) {
  const t = useTranslate();
  const [entries, setEntries] = useState<OutlineEntry[]>();
  useEffect(() => {
    if (!isOpen) return;
    readOutline(pdf.document).then(setEntries, () => setEntries([]));
  }, [pdf, isOpen]);
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      title={t('reader.pdf.contents')}
      lockScroll={false}
      closeButtonProps={{ 'aria-label': t('reader.pdf.close') }}
    >
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
    </Drawer>
  );
}
