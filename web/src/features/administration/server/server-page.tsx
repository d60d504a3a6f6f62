// The server page: version, state, content, cleanup.
import { Anchor, Button, Group, List, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call, toUrl } from '../../../api/call.ts';
import { usePermission } from '../../../api/use-permission.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { AnchorLink } from '../../../ui/links.tsx';
import { openConfirmation } from '../../../ui/manage/confirmation.tsx';
import { Head } from '../../../ui/manage/rows.tsx';
import { PageSection } from '../../../ui/manage/sections.tsx';
import { LoadingState } from '../../../ui/states.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { Inventory } from './inventory.tsx';
import { health, inventory, processFigures, taskFigures } from './queries.ts';
import { Work } from './work.tsx';

export function ServerPage() {
  const t = useTranslate();
  return (
    <>
      <Head title={t('administration.server.title')} />
      <Facts />
      <Sections />
    </>
  );
}

/** Shown together: a section that loads later would move the sections below it. */
function Sections() {
  const t = useTranslate();
  const hasPermission = usePermission();
  // `isFetched` remains true while a section requests a failed query again, unlike `isPending`.
  const isKnown = [useQuery(inventory), useQuery(taskFigures)].every(({ isFetched }) => isFetched);
  if (!isKnown) return <LoadingState of={t('administration.server.title')} />;
  return (
    <>
      <Inventory />
      <Work />
      {hasPermission('system:admin') && <CleanUp />}
      <PageSection title={t('administration.server.links')}>
        <List>
          {hasPermission('system:admin') && (
            <List.Item>
              <AnchorLink to="/administration/pdf-cache">{t('administration.pdfCache')}</AnchorLink>
            </List.Item>
          )}
          <List.Item>
            <Anchor href={toUrl('metrics')}>{t('administration.server.metrics')}</Anchor>
          </List.Item>
          <List.Item>
            <Anchor href={toUrl('api/docs')}>{t('administration.server.api')}</Anchor>
          </List.Item>
        </List>
        <Text size="sm" c="dimmed">
          {t('administration.server.licence')}
        </Text>
      </PageSection>
    </>
  );
}

function Facts() {
  const t = useTranslate();
  const format = useFormat();
  const { data, error } = useQuery(health);
  const { data: figures } = useQuery(processFigures);
  const { memory, startedAtMs } = figures ?? {};
  const facts = [
    [t('administration.server.version'), data?.version],
    [
      t('administration.server.state'),
      error ? t('administration.server.error') : data && t(`administration.server.${data.status}`),
    ],
    [
      t('administration.server.database'),
      data && (data.database === 'sqlite' ? t('administration.server.sqlite') : 'PostgreSQL'),
    ],
    [t('administration.server.memory'), memory !== undefined && format.size(memory)],
    [
      t('administration.server.upSince'),
      startedAtMs !== undefined && format.dateTime(new Date(startedAtMs).toISOString()),
    ],
  ] as const;
  return (
    <Table maw={480}>
      <Table.Tbody>
        {facts.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row">{name}</Table.Th>
            <Table.Td>{value || '–'}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function CleanUp() {
  const t = useTranslate();
  const { runAction } = useAction(['tasks']);
  const cleanUp = () =>
    openConfirmation({
      title: t('administration.server.tidyTitle'),
      text: t('administration.server.tidyQuestion'),
      action: t('administration.server.tidyAction'),
      act: () =>
        runAction({
          work: () => call('POST /api/v1/admin/cleanup-orphans'),
          done: t('administration.server.tidying'),
        }),
    });
  return (
    <PageSection title={t('administration.server.cleanUp')} text={t('administration.server.tidyText')}>
      <Group>
        <Button variant="light" color="red" onClick={cleanUp}>
          {t('administration.server.tidyAction')}
        </Button>
      </Group>
    </PageSection>
  );
}
