// The server: which it is, how it is, what it holds, how to tidy it up.
import { Anchor, Button, Group, List, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call, toUrl } from '../../../api/call.ts';
import { useAct } from '../../../api/use-act.ts';
import { useMay } from '../../../api/use-may.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useDanger } from '../../../ui/manage/danger.tsx';
import { Head } from '../../../ui/manage/rows.tsx';
import { Part } from '../../../ui/manage/sections.tsx';
import { Inventory } from './inventory.tsx';
import { health, processFigures } from './queries.ts';
import { useText } from './words/index.ts';
import { Work } from './work.tsx';

export function ServerPage() {
  const t = useText();
  const may = useMay();
  return (
    <>
      <Head title={t('title')} />
      <Facts />
      <Inventory />
      <Work />
      {may('system:admin') && <Tidy />}
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

function Tidy() {
  const t = useText();
  const { carryOut } = useAct(['tasks']);
  const [dialog, ask] = useDanger();
  const tidy = () =>
    ask({
      title: t('tidyTitle'),
      text: t('tidyQuestion'),
      action: t('tidyAction'),
      act: () => carryOut({ work: () => call('POST /api/v1/admin/cleanup-orphans'), done: t('tidying') }),
    });
  return (
    <Part title={t('tidy')} text={t('tidyText')}>
      {dialog}
      <Group>
        <Button variant="light" color="red" onClick={tidy}>
          {t('tidyAction')}
        </Button>
      </Group>
    </Part>
  );
}
