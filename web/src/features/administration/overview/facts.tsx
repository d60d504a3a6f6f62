// The contents of the panels of the overview.
import { Group, List, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { libraries } from '../../../api/queries.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import type { Overview } from '../attention.ts';
import { health } from '../server/queries.ts';

type Part<K extends keyof Overview> = NonNullable<Overview[K]>;

export function DamagedBooks({ counts: { byType } }: { counts: Part<'damagedBooks'> }) {
  const t = useTranslate();
  const format = useFormat();
  if (byType.length === 0) return <Dimmed text={t('administration.bookErrors.none')} />;
  return (
    <Stack gap={4}>
      {byType.map(({ errorType, count }) => (
        <Fact key={errorType} name={t(`bookErrors.${errorType}`)} value={format.number(count)} />
      ))}
    </Stack>
  );
}

export function Disks({ disks }: { disks: Part<'disks'> }) {
  const t = useTranslate();
  const format = useFormat();
  const { data: known } = useQuery(libraries);
  return (
    <Stack gap="sm">
      {disks.map(({ hasServerData, libraryIds, totalBytes, freeBytes, isLow }) => {
        const names = (known?.data ?? []).filter(({ id }) => libraryIds.includes(id)).map(({ name }) => name);
        const name = format.list([
          ...(hasServerData ? [t('administration.overview.serverData')] : []),
          ...names,
        ]);
        return (
          <div key={[hasServerData, ...libraryIds].join()}>
            <Text size="sm" lineClamp={2}>
              {name}
            </Text>
            <Progress
              my={4}
              color={isLow ? 'red' : 'blue'}
              value={totalBytes > 0 ? (1 - freeBytes / totalBytes) * 100 : 0}
              aria-label={t('administration.overview.usedOf', { name })}
            />
            <Text size="xs" c={isLow ? 'red' : 'dimmed'}>
              {t('administration.overview.free', {
                free: format.size(freeBytes),
                total: format.size(totalBytes),
              })}
            </Text>
          </div>
        );
      })}
    </Stack>
  );
}

export function BackupFacts({ backup }: { backup: Part<'backup'> }) {
  const t = useTranslate();
  const format = useFormat();
  const { isSupported, lastAt, nextAt, hasFailed } = backup;
  if (!isSupported) return <Dimmed text={t('administration.overview.backupByPostgres')} />;
  return (
    <Stack gap={4}>
      <Fact
        name={t('administration.overview.lastBackup')}
        value={lastAt ? format.dateTime(lastAt) : t('administration.overview.noBackup')}
      />
      <Fact
        name={t('administration.overview.nextBackup')}
        value={nextAt ? format.dateTime(nextAt) : t('administration.overview.notScheduled')}
      />
      {hasFailed && (
        <Text size="sm" c="red">
          {t('administration.attention.backup_failed')}
        </Text>
      )}
    </Stack>
  );
}

export function Readers({ readers }: { readers: Part<'readers'> }) {
  const t = useTranslate();
  const format = useFormat();
  if (readers.length === 0) return <Dimmed text={t('administration.overview.noReaders')} />;
  return (
    <List listStyleType="none" spacing={4}>
      {readers.map(({ id, username, lastReadAt }) => (
        <List.Item key={id} styles={{ itemWrapper: { width: '100%' }, itemLabel: { flex: 1 } }}>
          <Fact name={username} value={format.ago(lastReadAt)} />
        </List.Item>
      ))}
    </List>
  );
}

export function Program() {
  const t = useTranslate();
  const { data, error } = useQuery(health);
  const database = data?.database === 'sqlite' ? t('administration.server.sqlite') : 'PostgreSQL';
  return (
    <Stack gap={4}>
      <Fact name={t('administration.server.version')} value={data?.version ?? '–'} />
      <Fact
        name={t('administration.server.state')}
        value={
          error ? t('administration.server.error') : data ? t(`administration.server.${data.status}`) : '–'
        }
      />
      <Fact name={t('administration.server.database')} value={data ? database : '–'} />
    </Stack>
  );
}

const Dimmed = ({ text }: { text: string }) => (
  <Text size="sm" c="dimmed">
    {text}
  </Text>
);

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <Group justify="space-between" gap="sm" wrap="nowrap">
      <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
      <Text span size="sm" c="dimmed" ta="end">
        {value}
      </Text>
    </Group>
  );
}
