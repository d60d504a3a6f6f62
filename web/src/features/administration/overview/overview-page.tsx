// The first page of the administration: problems, and the state of the server.
import { Alert, Card, List, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePermission } from '../../../api/use-permission.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { AnchorLink } from '../../../ui/links.tsx';
import { Head } from '../../../ui/manage/rows.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { type Attention, attentionLabels, attentionPages, overview } from '../attention.ts';
import { BackupFacts, DamagedBooks, Disks, Program, Readers } from './facts.tsx';
import { RunningWork } from './running-work.tsx';

export function OverviewPage() {
  const t = useTranslate();
  const hasPermission = usePermission();
  const { data, error, refetch } = useQuery(overview);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState of={t('administration.overview')} />;
  const { attention, damagedBooks, disks, backup, readers } = data;
  return (
    <>
      <Head title={t('administration.overview')} />
      <NeedsAttention attention={attention} />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {hasPermission('tasks:read', 'system:admin') && (
          <Panel title={t('administration.overview.work')} to="/administration/tasks">
            <RunningWork />
          </Panel>
        )}
        {damagedBooks && (
          <Panel title={t('administration.bookErrors')} to="/administration/book-errors">
            <DamagedBooks counts={damagedBooks} />
          </Panel>
        )}
        {disks && (
          <Panel title={t('administration.overview.disks')} to="/administration/server">
            <Disks disks={disks} />
          </Panel>
        )}
        {backup && (
          <Panel title={t('administration.backup')} to="/administration/backup">
            <BackupFacts backup={backup} />
          </Panel>
        )}
        {readers && (
          <Panel title={t('administration.overview.readers')} to="/administration/users">
            <Readers readers={readers} />
          </Panel>
        )}
        {hasPermission('system:health') && (
          <Panel title={t('administration.server')} to="/administration/server">
            <Program />
          </Panel>
        )}
      </SimpleGrid>
    </>
  );
}

/** The title links to the page with the details. */
function Panel({ title, to, children }: { title: string; to: LinkProps['to']; children: ReactNode }) {
  return (
    <Card component="section" withBorder aria-label={title}>
      <Stack gap="xs">
        <Title order={2} size="h5">
          <AnchorLink to={to} c="inherit">
            {title}
          </AnchorLink>
        </Title>
        {children}
      </Stack>
    </Card>
  );
}

function NeedsAttention({ attention }: { attention: readonly Attention[] }) {
  const t = useTranslate();
  if (attention.length === 0)
    return <Alert color="teal" icon={<IconCircleCheck />} title={t('administration.attention.nothing')} />;
  return (
    <Alert color="red" title={t('administration.attention.needed', { count: attention.length })}>
      <List size="sm" spacing={6}>
        {attention.map(({ kind, count }) => {
          const words = t(attentionLabels[kind], { count });
          const to = attentionPages[kind];
          return (
            <List.Item key={kind}>
              {to === '/administration/overview' ? (
                <Text span size="sm">
                  {words}
                </Text>
              ) : (
                <AnchorLink to={to} c="inherit" td="underline" size="sm">
                  {words}
                </AnchorLink>
              )}
            </List.Item>
          );
        })}
      </List>
    </Alert>
  );
}
