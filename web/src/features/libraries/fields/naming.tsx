// The naming pattern for files from the drop folder, with examples from the library.

import {
  defaultNamingPattern,
  findPatternFault,
  maxNamingPattern,
  namingFields,
  namingMessages,
  toNamedPath,
} from '@lectern/contract/ingest/naming-pattern';
import type { BookDto } from '@lectern/contract/libraries/books';
import { fillMessage } from '@lectern/contract/message-text';
import { Code, List, Stack, Text, TextInput } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { describeReason } from '../../../i18n/reports.ts';
import { useTranslate } from '../../../i18n/translate.ts';

interface Props {
  pattern: string;
  /** Undefined for a new library. */
  libraryId: string | undefined;
  onChange(pattern: string): void;
}

const shownBooks = 4;

export function NamingField({ pattern, libraryId, onChange }: Props) {
  const t = useTranslate();
  const used = pattern.trim() === '' ? defaultNamingPattern : pattern.trim();
  const fault = findPatternFault(used);
  const { data } = useQuery(examplesOf(libraryId));
  const books = data?.data ?? [];
  return (
    <Stack gap={4}>
      <TextInput
        label={t('libraries.namingPattern')}
        description={t('libraries.namingPatternHint', {
          example: '{number:3}',
          fields: namingFields.map((name) => `{${name}}`).join(' '),
        })}
        placeholder={defaultNamingPattern}
        styles={{ input: { fontFamily: 'monospace' } }}
        value={pattern}
        maxLength={maxNamingPattern}
        error={
          fault &&
          describeReason({
            reason: fault.key,
            message: fillMessage(namingMessages[fault.key], 'params' in fault ? fault.params : {}),
            ...('params' in fault && { params: fault.params }),
          })
        }
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {!fault && books.length > 0 && (
        <div aria-live="polite">
          <Text size="sm" c="dimmed">
            {t('libraries.namingExamples')}
          </Text>
          <List size="sm" listStyleType="none">
            {books.map((book) => (
              <List.Item key={book.id} style={{ overflowWrap: 'anywhere' }}>
                <Code>{toExample(used, book)}</Code>
              </List.Item>
            ))}
          </List>
        </div>
      )}
    </Stack>
  );
}

const examplesOf = (libraryId: string | undefined) =>
  queryOptions({
    queryKey: ['books', 'naming', libraryId],
    queryFn: ({ signal }) =>
      call(
        'GET /api/v1/libraries/{id}/books',
        { params: { id: libraryId ?? '' }, query: { pageSize: shownBooks } },
        { signal },
      ),
    enabled: libraryId !== undefined,
    staleTime: 60_000,
  });

function toExample(pattern: string, book: BookDto): string {
  const { path, title, number, volume, chapter, seriesName } = book;
  const file = path.slice(path.lastIndexOf('/') + 1);
  const end = file.includes('.') ? file.lastIndexOf('.') : file.length;
  const write = (value: number | null | undefined) =>
    value === null || value === undefined ? '' : String(value);
  const values = {
    series: seriesName,
    volume: write(volume),
    chapter: write(chapter),
    number: chapter === null || chapter === undefined ? write(number) : '',
    title: title === seriesName ? '' : title,
    name: file.slice(0, end),
  };
  return toNamedPath(pattern, values).join('/') + file.slice(end);
}
