// The advanced search: series and books side by side, by words, phrases, exclusions and common fields.
import { SimpleGrid, Text, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslate } from '../../i18n/translate.ts';
import { Results } from './results.tsx';
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
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" mt="lg">
          <Results target="series" search={search} />
          <Results target="books" search={search} />
        </SimpleGrid>
      ) : (
        <Text c="dimmed" mt="lg">
          {t('search.askHint')}
        </Text>
      )}
    </>
  );
}
