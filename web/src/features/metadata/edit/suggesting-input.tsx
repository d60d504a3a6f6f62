// Inputs with suggestions from existing metadata.
import { Autocomplete, type AutocompleteProps, TagsInput, type TagsInputProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import type { Suggestions } from './fields.ts';

const waitMs = 200;
const offered = 20;

const suggested = (noun: Suggestions, search: string) =>
  queryOptions({
    queryKey: ['facets', noun, 'suggested', search],
    queryFn: ({ signal }) =>
      call(`GET /api/v1/${noun}`, { query: { search, pageSize: offered } }, { signal }),
  });

function useSuggestions(noun: Suggestions | undefined, text: string): string[] {
  const [search] = useDebouncedValue(text.trim(), waitMs);
  const { data } = useQuery({
    ...suggested(noun ?? 'genres', search),
    enabled: noun !== undefined && search !== '',
    placeholderData: (before) => before,
  });
  return noun && search ? [...new Set(data?.data.map(({ name }) => name))] : [];
}

type TextProps = AutocompleteProps & { suggestions: Suggestions; value: string };

export function SuggestingInput({ suggestions, ...rest }: TextProps) {
  const data = useSuggestions(suggestions, rest.value);
  return <Autocomplete {...rest} data={data} filter={({ options }) => options} limit={offered} />;
}

type ValuesInputProps = TagsInputProps & { suggestions?: Suggestions | undefined };

export function ValuesInput({ suggestions, ...rest }: ValuesInputProps) {
  const t = useTranslate();
  const [search, setSearch] = useState('');
  const data = useSuggestions(suggestions, search);
  return (
    <TagsInput
      {...rest}
      data={data}
      filter={({ options }) => options}
      searchValue={search}
      onSearchChange={setSearch}
      placeholder={t('metadata.wordsHint')}
      acceptValueOnBlur
      splitChars={[';']}
    />
  );
}
