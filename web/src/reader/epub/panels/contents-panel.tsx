// Table of contents, landmarks and page list, with the current entry.
import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import list from '../../shared/popups/popups.module.css';
import type { Entry, EpubBook } from '../book/book.ts';

interface Props {
  book: EpubBook;
  current: Entry | undefined;
  onGo(url: string): void;
}

export function ContentsPanel({ book, current, onGo }: Props) {
  const t = useTranslate();
  const { toc, landmarks, pageList } = book;
  const lists = [
    { value: 'toc', label: t('reader.epub.contents'), entries: toc },
    { value: 'landmarks', label: t('reader.epub.landmarks'), entries: landmarks },
    { value: 'pages', label: t('reader.epub.pages'), entries: pageList },
  ].filter(({ entries }, index) => index === 0 || entries.length > 0);
  const [chosen, choose] = useState('toc');
  const entries = lists.find(({ value }) => value === chosen)?.entries ?? toc;
  return (
    <Stack gap="sm">
      {lists.length > 1 && (
        <SegmentedControl
          fullWidth
          data={lists.map(({ value, label }) => ({ value, label }))}
          value={chosen}
          onChange={choose}
        />
      )}
      {entries.length === 0 && <Text c="dimmed">{t('reader.epub.noContents')}</Text>}
      <nav aria-label={t('reader.epub.contents')}>
        <Entries entries={entries} current={current} onGo={onGo} />
      </nav>
    </Stack>
  );
}

function Entries({
  entries,
  current,
  onGo,
}: { entries: readonly Entry[] } & Pick<Props, 'current' | 'onGo'>) {
  return (
    <ol className={list.list}>
      {entries.map((entry) => (
        <li key={entry.key}>
          <ContentsEntry entry={entry} isCurrent={entry.key === current?.key} onGo={onGo} />
          {entry.children.length > 0 && <Entries entries={entry.children} current={current} onGo={onGo} />}
        </li>
      ))}
    </ol>
  );
}

function ContentsEntry({
  entry,
  isCurrent,
  onGo,
}: { entry: Entry; isCurrent: boolean } & Pick<Props, 'onGo'>) {
  const line = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isCurrent) line.current?.scrollIntoView({ block: 'center' });
  }, [isCurrent]);
  return (
    <button
      ref={line}
      type="button"
      className={list.entry}
      aria-current={isCurrent ? 'location' : undefined}
      disabled={entry.index < 0}
      onClick={() => onGo(entry.url)}
    >
      {entry.label}
    </button>
  );
}
