// Books of the source server that were not found on this server, with paging.
import { List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { Pager } from '../../../ui/manage/pager.tsx';
import { PageSection } from '../../../ui/manage/sections.tsx';
import { missingBooks } from './queries.ts';

export function MissingBooks({ id }: { id: string }) {
  const t = useTranslate();
  const [page, setPage] = useState(1);
  const { data } = useQuery(missingBooks(id, page));
  if (!data || data.total === 0) return null;
  return (
    <PageSection title={t('administration.import.missing')} text={t('administration.import.missingText')}>
      <Stack gap="sm">
        <List size="sm" spacing={4}>
          {data.data.map(({ path }) => (
            <List.Item key={path}>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {path}
              </Text>
            </List.Item>
          ))}
        </List>
        <Pager page={page} totalPages={data.totalPages} onPage={setPage} />
      </Stack>
    </PageSection>
  );
}
