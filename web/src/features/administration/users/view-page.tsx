// The libraries and series that a user sees, computed by the server, without reading data.
import { Alert, Select, Stack, Text } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { toThumbnailUrl } from '../../../api/call.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { CardGrid } from '../../../ui/cards/card-grid.tsx';
import { Cover } from '../../../ui/cards/cover.tsx';
import { AnchorLink } from '../../../ui/links.tsx';
import { Pager } from '../../../ui/manage/pager.tsx';
import { Head } from '../../../ui/manage/rows.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { librariesOfUser, oneUser, seriesOfUser } from './queries.ts';

const pageSize = 60;

export function UserViewPage() {
  const t = useTranslate();
  const { id } = useParams({ from: '/signed-in/shell/administration/users/$id/view' });
  const [libraryId, setLibraryId] = useState<string | null>(null);
  const [page, setPage] = useState(1);
  const user = useQuery(oneUser(id));
  const libraries = useQuery(librariesOfUser(id));
  const series = useQuery(seriesOfUser(id, { page, pageSize, ...(libraryId && { libraryId }) }));
  const queries = [user, libraries, series];
  const error = queries.find((query) => query.error)?.error;
  if (error) return <ErrorState error={error} onRetry={() => void queries.map((query) => query.refetch())} />;
  if (!user.data || !libraries.data || !series.data)
    return <LoadingState of={t('administration.users.view')} />;
  const { username: name, permissions } = user.data;
  return (
    <Stack gap="md">
      <Head title={t('administration.users.viewOf', { name })} />
      <Alert icon={<IconEye size={18} />} color="blue" role="status">
        {t('administration.users.viewText', { name })}
      </Alert>
      <Text size="sm">
        {t(
          permissions.includes('files:download')
            ? 'administration.users.viewDownloads'
            : 'administration.users.viewNoDownloads',
          { name },
        )}
      </Text>
      <LibraryChoice
        libraries={libraries.data}
        value={libraryId}
        onChange={(next) => {
          setLibraryId(next);
          setPage(1);
        }}
      />
      {series.data.total === 0 ? (
        <Text c="dimmed">{t('administration.users.viewNothing', { name })}</Text>
      ) : (
        <CardGrid title={t('administration.users.viewSeries')} count={series.data.total}>
          {series.data.data.map((one) => (
            <AnchorLink key={one.id} to="/series/$id" params={{ id: one.id }} c="inherit" size="sm">
              <Cover src={toThumbnailUrl('series', one)} title={one.title} thumbHash={one.thumbHash} />
              <Text size="sm" lineClamp={2} mt={4}>
                {one.title}
              </Text>
            </AnchorLink>
          ))}
        </CardGrid>
      )}
      <Pager page={page} totalPages={series.data.totalPages} onPage={setPage} />
    </Stack>
  );
}

interface LibraryChoiceProps {
  libraries: readonly { id: string; name: string; seriesCount: number }[];
  value: string | null;
  onChange(id: string | null): void;
}

function LibraryChoice({ libraries, value, onChange }: LibraryChoiceProps) {
  const t = useTranslate();
  const format = useFormat();
  return (
    <Select
      label={t('administration.users.viewLibrary')}
      placeholder={t('administration.users.allLibraries')}
      data={libraries.map(({ id, name, seriesCount }) => ({
        value: id,
        label: `${name} (${format.number(seriesCount)})`,
      }))}
      value={value}
      onChange={onChange}
      clearable
      maw={360}
    />
  );
}
