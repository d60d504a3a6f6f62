// Full-text search in the book; hits appear while it is running.

import type { Locator } from '@lectern/contract/reading/progress';
import { Button, Group, Progress, Stack, Text, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { HitList } from '../../shared/search/hit-list.tsx';
import type { BookSearch } from '../state/use-search.ts';

interface Props {
  search: BookSearch;
  onGo(locator: Locator): void;
}

export function SearchPanel({ search, onGo }: Props) {
  const t = useTranslate();
  const { text, hits, done } = search;
  const isRunning = done !== undefined && done < 1;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isRunning) search.stop();
    else search.start(text);
  };
  return (
    <Stack gap="sm">
      <form onSubmit={submit}>
        <Group align="flex-end" wrap="nowrap">
          <TextInput
            style={{ flex: 1 }}
            label={t('reader.epub.searchWords')}
            value={text}
            onChange={({ currentTarget }) => search.setText(currentTarget.value)}
            maxLength={200}
            type="search"
            data-autofocus
          />
          <Button type="submit" variant={isRunning ? 'default' : 'filled'}>
            {isRunning ? t('reader.epub.searchStop') : t('reader.epub.searchStart')}
          </Button>
        </Group>
      </form>
      {isRunning && <Progress value={done * 100} size="sm" aria-label={t('reader.epub.search')} />}
      <Text size="sm" c="dimmed" aria-live="polite">
        {done !== undefined &&
          (isRunning
            ? t('reader.epub.hitsSoFar', { count: hits.length })
            : t('reader.epub.hits', { count: hits.length }))}
      </Text>
      <HitList hits={hits} onGo={(hit) => onGo(hit.locator)} />
    </Stack>
  );
}
