// The activity log: sign-ins and changes, with filters in the URL.
import { keysOf } from '@lectern/contract/records';
import { Button, Group, Select, Text } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { call } from '../../../api/call.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Pager } from '../../../ui/manage/pager.tsx';
import { Head, Rows } from '../../../ui/manage/rows.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { allUsers } from '../users/queries.ts';
import { ActivityRow } from './activity-row.tsx';
import { kindLabels } from './kind-labels.ts';
import type { ActivitySearch } from './search.ts';

const activityList = (search: ActivitySearch) =>
  queryOptions({
    queryKey: ['activity', search],
    queryFn: ({ signal }) => {
      const { kind, userId, entityType, page = 1 } = search;
      const query = {
        page,
        ...(kind && { kind }),
        ...(userId && { userId }),
        ...(entityType && { entityType }),
      };
      return call('GET /api/v1/admin/activity', { query }, { signal });
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

const resources = {
  library: 'library',
  user: 'user',
  setting: 'setting',
  series: 'series',
  book: 'book',
  api_key: 'apiKey',
  collection: 'collection',
  read_list: 'readList',
  sharing_tag: 'sharingTag',
} as const;

export function ActivityPage() {
  const t = useTranslate();
  const search = useSearch({ from: '/signed-in/shell/administration/activity' });
  const navigate = useNavigate({ from: '/administration/activity' });
  const { data, error, refetch, isFetching } = useQuery(activityList(search));
  const { data: users } = useQuery(allUsers);
  const change = (part: ActivitySearch) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...part }), replace: true });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Head title={t('administration.activity.title')} text={t('administration.activity.about')}>
        <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
          {t('administration.activity.refresh')}
        </Button>
      </Head>
      <Group>
        <Select
          label={t('administration.activity.kind')}
          placeholder={t('administration.activity.allKinds')}
          data={keysOf(kindLabels).map((value) => ({
            value,
            label: t(`administration.activity.${kindLabels[value]}`),
          }))}
          value={search.kind ?? null}
          clearable
          onChange={(kind) => change({ kind: kind ?? undefined })}
        />
        <Select
          label={t('administration.activity.person')}
          placeholder={t('administration.activity.everybody')}
          data={users?.data.map(({ id, username }) => ({ value: id, label: username })) ?? []}
          value={search.userId ?? null}
          clearable
          searchable
          onChange={(userId) => change({ userId: userId ?? undefined })}
        />
        <Select
          label={t('administration.activity.about_')}
          placeholder={t('administration.activity.allThings')}
          data={Object.entries(resources).map(([value, words]) => ({
            value,
            label: t(`administration.activity.${words}`),
          }))}
          value={search.entityType ?? null}
          clearable
          onChange={(entityType) => change({ entityType: entityType ?? undefined })}
        />
      </Group>
      {!data && <LoadingState of={t('administration.activity.title')} />}
      {data?.total === 0 && <Text c="dimmed">{t('administration.activity.none')}</Text>}
      <Rows label={t('administration.activity.title')}>
        {data?.data.map((one) => (
          <ActivityRow key={one.id} activity={one} />
        ))}
      </Rows>
      <Pager
        page={search.page ?? 1}
        totalPages={data?.totalPages ?? 0}
        onPage={(page) => change({ page: page > 1 ? page : undefined })}
      />
    </>
  );
}
