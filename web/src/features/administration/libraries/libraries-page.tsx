// All libraries: size, last scan, actions.
import { Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { libraries } from '../../../api/queries.ts';
import { usePermission } from '../../../api/use-permission.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { Head, Rows } from '../../../ui/manage/rows.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { LibraryRow } from './library-row.tsx';

export function LibrariesPage() {
  const t = useTranslate();
  const hasPermission = usePermission();
  const { data, error, refetch } = useQuery(libraries);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState of={t('administration.libraries.title')} />;
  return (
    <>
      <Head title={t('administration.libraries.title')} text={t('administration.libraries.about')}>
        {hasPermission('libraries:write') && (
          <ButtonLink to="/libraries/new" leftSection={<IconPlus size={16} />}>
            {t('administration.libraries.add')}
          </ButtonLink>
        )}
      </Head>
      {data.data.length === 0 && <Text c="dimmed">{t('administration.libraries.none')}</Text>}
      <Rows label={t('administration.libraries.title')}>
        {data.data.map((library) => (
          <LibraryRow key={library.id} library={library} />
        ))}
      </Rows>
    </>
  );
}
