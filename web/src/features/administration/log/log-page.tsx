// The latest lines of the server's log.

import type { LogLevel } from '@lectern/contract/system/administration-values';
import type { LogEntry } from '@lectern/contract/system/log';
import { Badge, Button, Code, Group, Select, Spoiler, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Head, Row, Rows } from '../../../ui/manage/rows.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';

interface Filter {
  level: LogLevel | undefined;
  search: string;
}

const recentLog = ({ level, search }: Filter) =>
  queryOptions({
    queryKey: ['log', level ?? '', search],
    queryFn: ({ signal }) =>
      call(
        'GET /api/v1/admin/log',
        { query: { ...(level && { level }), ...(search && { search }) } },
        { signal },
      ),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

const colours: Record<LogLevel, string> = {
  trace: 'gray',
  debug: 'gray',
  info: 'blue',
  warn: 'yellow',
  error: 'red',
  fatal: 'red',
};
const filters = ['all', 'warn', 'error'] as const;
const typingMs = 300;

export function LogPage() {
  const t = useTranslate();
  const [shown, setShown] = useState<(typeof filters)[number]>('all');
  const [words, setWords] = useState('');
  const [search] = useDebouncedValue(words.trim(), typingMs);
  const { data, error, refetch, isFetching } = useQuery(
    recentLog({ level: shown === 'all' ? undefined : shown, search }),
  );
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Head title={t('administration.log')} text={t('administration.log.about')}>
        <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
          {t('administration.activity.refresh')}
        </Button>
      </Head>
      <Group align="flex-end">
        <Select
          label={t('administration.log.level')}
          data={filters.map((value) => ({ value, label: t(`administration.log.levels.${value}`) }))}
          value={shown}
          allowDeselect={false}
          onChange={(value) => setShown(filters.find((one) => one === value) ?? 'all')}
        />
        <TextInput
          type="search"
          label={t('administration.log.search')}
          leftSection={<IconSearch size={16} />}
          maxLength={200}
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
      </Group>
      {!data && <LoadingState of={t('administration.log')} />}
      {data?.entries.length === 0 && <Text c="dimmed">{t('administration.log.none')}</Text>}
      <Rows label={t('administration.log')}>
        {data?.entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and several can be equal
          <EntryRow key={`${entry.at} ${index}`} entry={entry} />
        ))}
      </Rows>
    </>
  );
}

function EntryRow({ entry: { at, level, message, details } }: { entry: LogEntry }) {
  const t = useTranslate();
  const format = useFormat();
  return (
    <Row
      title={message}
      badges={
        <Badge variant="light" color={colours[level]}>
          {t(`administration.log.kinds.${level}`)}
        </Badge>
      }
      lines={[format.dateTime(at)]}
    >
      {details && (
        <Spoiler
          mt="xs"
          maxHeight={0}
          showLabel={t('administration.log.details')}
          hideLabel={t('administration.log.hide')}
        >
          <Code block>{details}</Code>
        </Spoiler>
      )}
    </Row>
  );
}
