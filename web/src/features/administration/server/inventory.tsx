// Library contents by format and by library.

import { SimpleGrid, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../../i18n/format.ts';
import { toFormatName } from '../../../i18n/format-name.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { PageSection } from '../../../ui/manage/sections.tsx';
import { inventory } from './queries.ts';

/** Prevents line breaks inside words. */
const unbroken = { overflowWrap: 'break-word' } as const;

export function Inventory() {
  const t = useTranslate();
  const format = useFormat();
  const { data } = useQuery(inventory);
  if (!data) return null;
  const { libraryCount, seriesCount, bookCount, pageCount, bytes } = data;
  const present = data.byFormat.filter((one) => one.bookCount > 0);
  const all = [
    t('administration.server.libraries', { count: libraryCount }),
    t('administration.server.series', { count: seriesCount }),
    t('administration.server.books', { count: bookCount }),
    t('administration.server.pages', { count: pageCount }),
    format.size(bytes),
  ];
  return (
    <PageSection title={t('administration.server.inventory')}>
      <Text>{all.join(' · ')}</Text>
      <SimpleGrid cols={{ base: 1, lg: 2 }} style={{ alignItems: 'start' }}>
        <Table captionSide="top" style={unbroken}>
          <Table.Caption>{t('administration.server.byFormat')}</Table.Caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('administration.server.kind')}</Table.Th>
              <Table.Th>{t('administration.server.bookCount')}</Table.Th>
              <Table.Th>{t('administration.server.size')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {present.map((one) => (
              <Table.Tr key={one.format}>
                <Table.Td>{toFormatName(one.format, t)}</Table.Td>
                <Table.Td>{format.number(one.bookCount)}</Table.Td>
                <Table.Td>{format.size(one.bytes)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Table captionSide="top" style={unbroken}>
          <Table.Caption>{t('administration.server.byLibrary')}</Table.Caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('administration.server.library')}</Table.Th>
              <Table.Th>{t('administration.server.seriesCount')}</Table.Th>
              <Table.Th>{t('administration.server.bookCount')}</Table.Th>
              <Table.Th>{t('administration.server.size')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.libraries.map((one) => (
              <Table.Tr key={one.id}>
                <Table.Td>{one.name}</Table.Td>
                <Table.Td>{format.number(one.seriesCount)}</Table.Td>
                <Table.Td>{format.number(one.bookCount)}</Table.Td>
                <Table.Td>{format.size(one.bytes)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </SimpleGrid>
    </PageSection>
  );
}
