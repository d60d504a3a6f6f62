// The scans of a library with their results and messages.
import type { ScanStatus } from '@lectern/contract/ingest/scanning';
import { Badge, List, Spoiler, Text } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { libraries } from '../../../api/queries.ts';
import { useFormat } from '../../../i18n/format.ts';
import { describeReason } from '../../../i18n/reports.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Pager } from '../../../ui/manage/pager.tsx';
import { Head, Row, Rows } from '../../../ui/manage/rows.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { taskColours } from '../tasks/task-row.tsx';

/** Every task event invalidates it. */
const scanHistory = (id: string, page: number) =>
  queryOptions({
    queryKey: ['tasks', 'scans', id, page],
    queryFn: ({ signal }) =>
      call('GET /api/v1/libraries/{id}/scans', { params: { id }, query: { page, pageSize: 20 } }, { signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

export function ScanHistoryPage() {
  const t = useTranslate();
  const { id } = useParams({ from: '/signed-in/shell/administration/libraries/$id/scans' });
  const [page, setPage] = useState(1);
  const { data: known } = useQuery(libraries);
  const { data, error, refetch } = useQuery(scanHistory(id, page));
  const name = known?.data.find((one) => one.id === id)?.name;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data || name === undefined) return <LoadingState of={t('administration.libraries.history')} />;
  return (
    <>
      <Head
        title={t('administration.libraries.historyOf', { name })}
        text={t('administration.libraries.historyAbout')}
      />
      {data.total === 0 && <Text c="dimmed">{t('administration.libraries.noScans')}</Text>}
      <Rows label={t('administration.libraries.history')}>
        {data.data.map((scan) => (
          <ScanRow key={scan.taskId} scan={scan} />
        ))}
      </Rows>
      <Pager page={page} totalPages={data.totalPages} onPage={setPage} />
    </>
  );
}

function ScanRow({ scan }: { scan: ScanStatus }) {
  const t = useTranslate();
  const format = useFormat();
  const { status, startedAt, completedAt, notes, filesProcessed, filesTotal } = scan;
  const seconds = completedAt && (Date.parse(completedAt) - Date.parse(startedAt)) / 1000;
  const facts =
    status === 'completed'
      ? t('administration.libraries.scanResult', { books: scan.booksFound, series: scan.seriesFound })
      : filesTotal > 0 &&
        t('administration.libraries.scanFiles', {
          done: format.number(filesProcessed),
          total: format.number(filesTotal),
        });
  const time =
    seconds && t('administration.libraries.scanTime', { time: format.duration(Math.max(1, seconds)) });
  return (
    <Row
      title={format.dateTime(startedAt)}
      badges={
        <Badge variant="light" color={taskColours[status]}>
          {t(`administration.tasks.${status}`)}
        </Badge>
      }
      lines={[[facts, time].filter(Boolean).join(' · ')]}
    >
      {notes.length > 0 && (
        <Spoiler maxHeight={72} showLabel="⋯" hideLabel="▴" mt="xs">
          <List size="sm">
            {notes.map((note) => (
              <List.Item key={note.message}>{describeReason(note)}</List.Item>
            ))}
          </List>
        </Spoiler>
      )}
    </Row>
  );
}
