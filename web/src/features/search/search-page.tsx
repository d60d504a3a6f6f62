// The advanced search: series and books side by side, by words, phrases, exclusions and common fields.
import { SimpleGrid, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslate } from '../../i18n/translate.ts';
import { EmptyState } from '../../ui/states.tsx';
import { CorrectedSearch } from './corrected-search.tsx';
import { hasExact, hits } from './queries.ts';
import { Results, shown } from './results.tsx';
import type { SearchParams } from './search.ts';
import { SearchForm } from './search-form.tsx';

export function SearchPage() {
  const t = useTranslate();
  const search = useSearch({ from: '/signed-in/shell/search' });
  const navigate = useNavigate();
  const hasQuery = Boolean(search.q || search.filter || search.library);
  return (
    <>
      <Title order={1} size="h2" mb="sm">
        {t('search.search')}
      </Title>
      <SearchForm
        key={JSON.stringify(search)}
        search={search}
        onSearch={(next) => void navigate({ to: '/search', search: next })}
      />
      {hasQuery ? (
        <Found
          search={search}
          onExact={() => void navigate({ to: '/search', search: { ...search, exact: true } })}
        />
      ) : (
        <Text c="dimmed" mt="lg">
          {t('search.askHint')}
        </Text>
      )}
    </>
  );
}

function Found({ search, onExact }: { search: SearchParams; onExact(): void }) {
  const t = useTranslate();
  const series = useQuery(hits('series', search, shown));
  const books = useQuery(hits('books', search, shown));
  const found = { ...search, ...(hasExact(series.data, books.data) && { exact: true }) };
  const corrected = found.exact ? undefined : (series.data?.correctedSearch ?? books.data?.correctedSearch);
  const isNothing = series.data?.total === 0 && books.data?.total === 0;
  return (
    <>
      {corrected !== undefined && (
        <CorrectedSearch corrected={corrected} typed={search.q ?? ''} onExact={onExact} />
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" mt="lg">
        <Results target="series" search={found} />
        <Results target="books" search={found} />
      </SimpleGrid>
      {isNothing && (
        <EmptyState title={t('search.found', { count: 0 })}>
          <Text>{t('search.nothingHint')}</Text>
        </EmptyState>
      )}
    </>
  );
}
