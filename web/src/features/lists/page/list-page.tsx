// One collection or read list: description, actions, members.
import type { SharedList } from '@lectern/contract/reading/book-lists';
import { ActionIcon, Badge, Button, Group, Menu, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowsSort, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { usePermission } from '../../../api/use-permission.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { AnchorLink } from '../../../ui/links.tsx';
import { openConfirmation } from '../../../ui/manage/confirmation.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { type Kind, oneList } from '../queries.ts';
import { Arrange, type ArrangeProps } from './arrange.tsx';
import { ListForm } from './list-form.tsx';
import { type Member, useDeleteList } from './use-list.ts';

interface Props<M extends Member> {
  kind: Kind;
  id: string;
  arrange: ArrangeProps<M>;
  /** Content below the name, for example the progress. */
  lead?: (list: SharedList) => ReactNode;
  /** Additional menu items. */
  menu?: ReactNode;
  /** The members as cards. */
  children(list: SharedList): ReactNode;
}

export function ListPage<M extends Member>({ kind, id, arrange, lead, menu, children }: Props<M>) {
  const t = useTranslate();
  const hasPermission = usePermission();
  const found = useQuery(oneList(kind, id));
  const [isArranging, arranging] = useDisclosure(false);
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <LoadingState of={t(`lists.${kind}`)} />;
  const list = found.data;
  const { name, summary, memberCount, automatic, ordered } = list;
  const mayArrange = hasPermission(`${kind}:write`) && !automatic;
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={1} size="h2" dir="auto">
            {name}
          </Title>
          <Group gap="xs" mt={4}>
            <Text c="dimmed" aria-live="polite">
              {t(`lists.${kind}_count`, { count: memberCount })}
            </Text>
            {automatic && <Badge variant="light">{t('lists.automatic')}</Badge>}
            {ordered && <Badge variant="light">{t('lists.inOrder')}</Badge>}
          </Group>
        </div>
        <Group gap="xs">
          {mayArrange && (
            <Button
              variant={isArranging ? 'filled' : 'default'}
              leftSection={<IconArrowsSort size={18} />}
              onClick={arranging.toggle}
            >
              {t(isArranging ? 'lists.done' : 'lists.arrange')}
            </Button>
          )}
          <Actions kind={kind} list={list} menu={menu} />
        </Group>
      </Group>
      {summary && (
        <Text style={{ whiteSpace: 'pre-line' }} dir="auto" maw="75ch">
          {summary}
        </Text>
      )}
      {automatic && <AutomaticHint kind={kind} list={list} />}
      {lead?.(list)}
      {isArranging && mayArrange && <Arrange kind={kind} list={list} {...arrange} />}
      {!isArranging && memberCount === 0 && (
        <EmptyState title={t(`lists.${kind}_empty`)}>
          {mayArrange && <Button onClick={arranging.open}>{t(`lists.${kind}_find`)}</Button>}
        </EmptyState>
      )}
      {!isArranging && memberCount > 0 && children(list)}
    </Stack>
  );
}

function AutomaticHint({ kind, list }: { kind: Kind; list: SharedList }) {
  const t = useTranslate();
  const { condition } = list;
  const filter =
    condition && typeof condition === 'object' && !Array.isArray(condition) ? condition : undefined;
  return (
    <Text size="sm" c="dimmed">
      {t('lists.automaticHint')}{' '}
      {filter && (
        <AnchorLink
          to={kind === 'collections' ? '/series' : '/books'}
          search={{ filter }}
          inherit
          underline="always"
        >
          {t('lists.seeCondition')}
        </AnchorLink>
      )}
    </Text>
  );
}

interface ActionsProps {
  kind: Kind;
  list: SharedList;
  menu: ReactNode;
}

function Actions({ kind, list, menu }: ActionsProps) {
  const t = useTranslate();
  const hasPermission = usePermission();
  const [isEditing, editing] = useDisclosure(false);
  const remove = useDeleteList(kind, list);
  const confirmRemoval = () =>
    openConfirmation({
      title: t('lists.deleteNamed', { name: list.name }),
      text: t('lists.deleteHint'),
      action: t('lists.delete'),
      act: remove,
    });
  if (!menu && !hasPermission(`${kind}:write`)) return null;
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('lists.moreActions')}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {menu}
          {hasPermission(`${kind}:write`) && (
            <>
              <Menu.Item leftSection={<IconPencil size={16} />} onClick={editing.open}>
                {t('lists.edit')}
              </Menu.Item>
              <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={confirmRemoval}>
                {t('lists.delete')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {isEditing && <ListForm kind={kind} list={list} onClose={editing.close} />}
    </>
  );
}
