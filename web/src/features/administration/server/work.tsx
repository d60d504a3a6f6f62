// The duration of tasks by type.
import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { PageSection } from '../../../ui/manage/sections.tsx';
import { findTaskLabel } from '../tasks/task-names.ts';
import { taskFigures } from './queries.ts';

/** Prevents line breaks inside words. */
const unbroken = { overflowWrap: 'break-word' } as const;

export function Work() {
  const t = useTranslate();
  const format = useFormat();
  const { data } = useQuery(taskFigures);
  if (!data || data.types.length === 0) return null;
  const nameOf = (type: string) => {
    const label = findTaskLabel(type);
    return label ? t(label) : type;
  };
  const toTime = (seconds: number | null) => (seconds === null ? '–' : format.duration(seconds));
  return (
    <PageSection title={t('administration.server.work')} text={t('administration.server.workText')}>
      <Table.ScrollContainer
        minWidth={420}
        scrollAreaProps={{
          viewportProps: { tabIndex: 0, role: 'group', 'aria-label': t('administration.server.work') },
        }}
      >
        <Table style={unbroken}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('administration.server.kind')}</Table.Th>
              <Table.Th>{t('administration.server.count')}</Table.Th>
              <Table.Th>{t('administration.server.failed')}</Table.Th>
              <Table.Th>{t('administration.server.mean')}</Table.Th>
              <Table.Th>{t('administration.server.longest')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.types.map(({ type, count, failed, meanSeconds, longestSeconds }) => (
              <Table.Tr key={type}>
                <Table.Td>{nameOf(type)}</Table.Td>
                <Table.Td>{format.number(count)}</Table.Td>
                <Table.Td>{format.number(failed)}</Table.Td>
                <Table.Td>{toTime(meanSeconds)}</Table.Td>
                <Table.Td>{toTime(longestSeconds)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </PageSection>
  );
}
