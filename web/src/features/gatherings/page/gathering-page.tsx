// One collection or read list: what it is, what can be done with it, and what is in it.
import type { Gathering } from '@lectern/contract/book-lists';
import { ActionIcon, Badge, Button, Group, Menu, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowsSort, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMay } from '../../../api/use-may.ts';
import { Ask } from '../../../ui/ask.tsx';
import { AnchorLink } from '../../../ui/links.tsx';
import { Fault, Nothing, Waiting } from '../../../ui/states.tsx';
import { type Kind, oneGathering } from '../queries.ts';
import { useText } from '../words/index.ts';
import { Arrange, type ArrangeParts } from './arrange.tsx';
import { GatheringForm } from './gathering-form.tsx';
import { type Member, useDeleteGathering } from './use-gathering.ts';

interface Props<M extends Member> {
  kind: Kind;
  id: string;
  arrange: ArrangeParts<M>;
  /** Below the name: where one is in it. */
  lead?: (gathering: Gathering) => ReactNode;
  /** Of the menu. */
  menu?: ReactNode;
  /** What is in it, as cards. */
  children(gathering: Gathering): ReactNode;
}

export function GatheringPage<M extends Member>({ kind, id, arrange, lead, menu, children }: Props<M>) {
  const t = useText();
  const may = useMay();
  const found = useQuery(oneGathering(kind, id));
  const [isArranging, arranging] = useDisclosure(false);
  if (found.error) return <Fault error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Waiting of={t(kind)} />;
  const gathering = found.data;
  const { name, summary, memberCount, automatic, ordered } = gathering;
  const mayArrange = may(`${kind}:write`) && !automatic;
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={1} size="h2" dir="auto">
            {name}
          </Title>
          <Group gap="xs" mt={4}>
            <Text c="dimmed" aria-live="polite">
              {t(`${kind}_count`, { count: memberCount })}
            </Text>
            {automatic && <Badge variant="light">{t('automatic')}</Badge>}
            {ordered && <Badge variant="light">{t('inOrder')}</Badge>}
          </Group>
        </div>
        <Group gap="xs">
          {mayArrange && (
            <Button
              variant={isArranging ? 'filled' : 'default'}
              leftSection={<IconArrowsSort size={18} />}
              onClick={arranging.toggle}
            >
              {t(isArranging ? 'done' : 'arrange')}
            </Button>
          )}
          <Actions kind={kind} gathering={gathering} menu={menu} />
        </Group>
      </Group>
      {summary && (
        <Text style={{ whiteSpace: 'pre-line' }} dir="auto" maw="75ch">
          {summary}
        </Text>
      )}
      {automatic && <AutomaticHint kind={kind} gathering={gathering} />}
      {lead?.(gathering)}
      {isArranging && mayArrange && <Arrange kind={kind} gathering={gathering} {...arrange} />}
      {!isArranging && memberCount === 0 && (
        <Nothing title={t(`${kind}_empty`)}>
          {mayArrange && <Button onClick={arranging.open}>{t(`${kind}_find`)}</Button>}
        </Nothing>
      )}
      {!isArranging && memberCount > 0 && children(gathering)}
    </Stack>
  );
}

function AutomaticHint({ kind, gathering }: { kind: Kind; gathering: Gathering }) {
  const t = useText();
  const { condition } = gathering;
  const filter =
    condition && typeof condition === 'object' && !Array.isArray(condition) ? condition : undefined;
  return (
    <Text size="sm" c="dimmed">
      {t('automaticHint')}{' '}
      {filter && (
        <AnchorLink
          to={kind === 'collections' ? '/series' : '/books'}
          search={{ filter }}
          inherit
          underline="always"
        >
          {t('seeCondition')}
        </AnchorLink>
      )}
    </Text>
  );
}

interface ActionsProps {
  kind: Kind;
  gathering: Gathering;
  menu: ReactNode;
}

function Actions({ kind, gathering, menu }: ActionsProps) {
  const t = useText();
  const may = useMay();
  const [isEditing, editing] = useDisclosure(false);
  const [isAsking, asking] = useDisclosure(false);
  const remove = useDeleteGathering(kind, gathering);
  if (!menu && !may(`${kind}:write`)) return null;
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('moreActions')}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {menu}
          {may(`${kind}:write`) && (
            <>
              <Menu.Item leftSection={<IconPencil size={16} />} onClick={editing.open}>
                {t('edit')}
              </Menu.Item>
              <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={asking.open}>
                {t('delete')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {isEditing && <GatheringForm kind={kind} gathering={gathering} onClose={editing.close} />}
      <Ask
        isOpen={isAsking}
        title={t('deleteNamed', { name: gathering.name })}
        action={t('delete')}
        isWaiting={remove.isPending}
        onStay={asking.close}
        onAct={() => remove.mutate()}
      >
        {t('deleteHint')}
      </Ask>
    </>
  );
}
