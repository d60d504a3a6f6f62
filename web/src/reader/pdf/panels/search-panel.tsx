// The search in a PDF: a list of the matches, and buttons for the previous and next one.
import { ActionIcon, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { SidePanel } from '../../shared/panel/side-panel.tsx';
import { HitList } from '../../shared/search/hit-list.tsx';
import type { SearchState } from '../engine/viewer.ts';
import type { PdfHit } from '../search/find-hits.ts';
import { useHits } from '../search/use-hits.ts';

interface Props {
  document: PDFDocumentProxy;
  found: SearchState | undefined;
  /** Searched immediately. */
  initial: string;
  onFind(query: string, again?: 'next' | 'previous'): void;
  onGo(query: string, hit: PdfHit): void;
  onClose(): void;
}

const waitMs = 250;

export function SearchPanel({ document, found, initial, onFind, onGo, onClose }: Props) {
  const t = useTranslate();
  const [query, setQuery] = useState(initial);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the panel opens
  useEffect(() => {
    if (initial !== '') onFind(initial);
  }, []);
  const [searched, setSearched] = useState(initial);
  const hits = useHits(document, searched);
  const later = useDebouncedCallback((wanted: string) => {
    onFind(wanted);
    setSearched(wanted);
  }, waitMs);
  const describe = () => {
    if (query === '' || !found) return '';
    if (found.total > 0) return t('reader.pdf.found', { current: found.current, total: found.total });
    return found.isSearching ? t('reader.pdf.searching') : t('reader.pdf.nothingFound');
  };
  return (
    <SidePanel title={t('reader.pdf.search')} closeLabel={t('reader.pdf.close')} isShort onClose={onClose}>
      <Stack component="search" gap="xs">
        <TextInput
          data-autofocus
          type="search"
          aria-label={t('reader.pdf.searchIn')}
          placeholder={t('reader.pdf.searchIn')}
          value={query}
          onChange={({ currentTarget: { value } }) => {
            setQuery(value);
            later(value);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onFind(query, event.shiftKey ? 'previous' : 'next');
          }}
        />
        <Group gap="xs" wrap="nowrap" justify="space-between">
          <Text size="sm" aria-live="polite" role="status">
            {describe()}
          </Text>
          <Group gap={4} wrap="nowrap">
            <ActionIcon
              variant="default"
              size={44}
              aria-label={t('reader.pdf.previousFound')}
              onClick={() => onFind(query, 'previous')}
            >
              <IconChevronUp size={18} />
            </ActionIcon>
            <ActionIcon
              variant="default"
              size={44}
              aria-label={t('reader.pdf.nextFound')}
              onClick={() => onFind(query, 'next')}
            >
              <IconChevronDown size={18} />
            </ActionIcon>
          </Group>
        </Group>
        <HitList
          hits={hits.map((hit) => ({ ...hit, label: t('reader.comic.pageNumber', { page: hit.page }) }))}
          onGo={(hit) => onGo(searched, hit)}
        />
      </Stack>
    </SidePanel>
  );
}
