// What the libraries hold, by kind of file and by library.
import { SimpleGrid, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../../i18n/format.ts';
import { Part } from '../../../ui/manage/sections.tsx';
import { inventory } from './queries.ts';
import { useText } from './words/index.ts';

/** A column is as wide as its longest word. */
const unbroken = { overflowWrap: 'break-word' } as const;

export function Inventory() {
  const t = useText();
  const format = useFormat();
  const { data } = useQuery(inventory);
  if (!data) return null;
  const { libraryCount, seriesCount, bookCount, pageCount, bytes } = data;
  const all = [
    t('libraries', { count: libraryCount }),
    t('series', { count: seriesCount }),
    t('books', { count: bookCount }),
    t('pages', { count: pageCount }),
    format.size(bytes),
  ];
  return (
    <Part title={t('inventory')}>
      <Text>{all.join(' · ')}</Text>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Table captionSide="top" style={unbroken}>
          <Table.Caption>{t('byFormat')}</Table.Caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('kind')}</Table.Th>
              <Table.Th>{t('bookCount')}</Table.Th>
              <Table.Th>{t('size')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.byFormat.map((one) => (
              <Table.Tr key={one.format}>
                <Table.Td>{one.format.toUpperCase()}</Table.Td>
                <Table.Td>{format.number(one.bookCount)}</Table.Td>
                <Table.Td>{format.size(one.bytes)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Table captionSide="top" style={unbroken}>
          <Table.Caption>{t('byLibrary')}</Table.Caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('library')}</Table.Th>
              <Table.Th>{t('seriesCount')}</Table.Th>
              <Table.Th>{t('bookCount')}</Table.Th>
              <Table.Th>{t('size')}</Table.Th>
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
    </Part>
  );
}
