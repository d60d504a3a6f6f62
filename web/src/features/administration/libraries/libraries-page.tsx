// Every library: how large it is, how its last scan went, what can be done with it.
import { Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { libraries } from '../../../api/queries.ts';
import { useMay } from '../../../api/use-may.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { useDanger } from '../../../ui/manage/danger.tsx';
import { Head, Rows } from '../../../ui/manage/rows.tsx';
import { Fault, Waiting } from '../../../ui/states.tsx';
import { LibraryRow } from './library-row.tsx';
import { useText } from './words/index.ts';

export function LibrariesPage() {
  const t = useText();
  const may = useMay();
  const { data, error, refetch } = useQuery(libraries);
  const [dialog, ask] = useDanger();
  if (error) return <Fault error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting of={t('title')} />;
  return (
    <>
      {dialog}
      <Head title={t('title')} text={t('about')}>
        {may('libraries:write') && (
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
