// Every library: how large it is, how its last scan went, what can be done with it.
import { Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { libraries } from '../../../api/queries.ts';
import { usePermission } from '../../../api/use-permission.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { useConfirm } from '../../../ui/manage/confirmation.tsx';
import { Head, Rows } from '../../../ui/manage/rows.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { LibraryRow } from './library-row.tsx';
import { useText } from './words/index.ts';

export function LibrariesPage() {
  const t = useText();
  const hasPermission = usePermission();
  const { data, error, refetch } = useQuery(libraries);
  const [dialog, ask] = useConfirm();
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState of={t('title')} />;
  return (
    <>
      {dialog}
      <Head title={t('title')} text={t('about')}>
        {hasPermission('libraries:write') && (
          <ButtonLink to="/libraries/new" leftSection={<IconPlus size={16} />}>
            {t('add')}
          </ButtonLink>
        )}
      </Head>
      {data.data.length === 0 && <Text c="dimmed">{t('none')}</Text>}
      <Rows label={t('title')}>
        {data.data.map((library) => (
          <LibraryRow key={library.id} library={library} ask={ask} />
        ))}
      </Rows>
    </>
  );
}
