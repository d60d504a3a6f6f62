// The books of a library with errors, listed below its last scan.
import { Alert, List } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { usePermission } from '../../../api/use-permission.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { AnchorLink } from '../../../ui/links.tsx';

/** Maximum number of listed books. The page of errors lists all. */
const maxNamed = 5;

const damagedBooks = (libraryId: string) =>
  queryOptions({
    queryKey: ['books', 'damaged', libraryId],
    queryFn: ({ signal }) =>
      call(
        'POST /api/v1/libraries/{id}/books/list',
        {
          params: { id: libraryId },
          query: { pageSize: maxNamed, sort: 'dateUpdated,desc' },
          body: { condition: { hasError: { operator: 'isTrue' } } },
        },
        { signal },
      ),
  });

export function DamagedBooks({ libraryId }: { libraryId: string }) {
  const t = useTranslate();
  const hasPermission = usePermission();
  const { data } = useQuery(damagedBooks(libraryId));
  if (!data || data.total === 0) return null;
  return (
    <Alert color="red" title={t('administration.bookErrors.total', { count: data.total })} mt="xs">
      <List size="sm" spacing={6} mb={6}>
        {data.data.map(({ id, title, path }) => (
          <List.Item key={id}>
            <AnchorLink to="/books/$id" params={{ id }} title={path} c="inherit" td="underline" size="sm">
              {title}
            </AnchorLink>
          </List.Item>
        ))}
      </List>
      {hasPermission('books:write') && (
        <AnchorLink to="/administration/book-errors" c="inherit" td="underline" size="sm">
          {t('administration.libraries.allErrors')}
        </AnchorLink>
      )}
    </Alert>
  );
}
