// The server: which it is, how it is, what it holds, how to tidy it up.
import { Anchor, Button, Group, List, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call, toUrl } from '../../../api/call.ts';
import { useAction } from '../../../api/use-action.ts';
import { usePermission } from '../../../api/use-permission.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useConfirm } from '../../../ui/manage/confirmation.tsx';
import { Head } from '../../../ui/manage/rows.tsx';
import { Part } from '../../../ui/manage/sections.tsx';
import { Inventory } from './inventory.tsx';
import { health, processFigures } from './queries.ts';
import { useText } from './words/index.ts';
import { Work } from './work.tsx';

export function ServerPage() {
  const t = useText();
  const hasPermission = usePermission();
  return (
    <>
      <Head title={t('title')} />
      <Facts />
      <Inventory />
      <Work />
      {hasPermission('system:admin') && <CleanUp />}
      <Part title={t('links')}>
        <List>
          <List.Item>
            <Anchor href={toUrl('metrics')}>{t('metrics')}</Anchor>
          </List.Item>
          <List.Item>
            <Anchor href={toUrl('api/docs')}>{t('api')}</Anchor>
          </List.Item>
        </List>
        <Text size="sm" c="dimmed">
          {t('licence')}
        </Text>
      </Part>
    </>
  );
}

function Facts() {
  const t = useText();
  const format = useFormat();
  const { data, error } = useQuery(health);
  const { data: figures } = useQuery(processFigures);
  const { memory, startedAtMs } = figures ?? {};
  const facts = [
    [t('version'), data?.version],
    [t('state'), error ? t('error') : data && t(data.status)],
    [t('database'), data && (data.database === 'sqlite' ? t('sqlite') : 'PostgreSQL')],
    [t('memory'), memory !== undefined && format.size(memory)],
    [t('upSince'), startedAtMs !== undefined && format.dateTime(new Date(startedAtMs).toISOString())],
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
  const t = useText();
  const { carryOut } = useAction(['tasks']);
  const [dialog, ask] = useConfirm();
  const cleanUp = () =>
    ask({
      title: t('tidyTitle'),
      text: t('tidyQuestion'),
      action: t('tidyAction'),
      act: () => carryOut({ work: () => call('POST /api/v1/admin/cleanup-orphans'), done: t('tidying') }),
    });
  return (
    <Part title={t('cleanUp')} text={t('tidyText')}>
      {dialog}
      <Group>
        <Button variant="light" color="red" onClick={cleanUp}>
          {t('tidyAction')}
        </Button>
      </Group>
    </Part>
  );
}
