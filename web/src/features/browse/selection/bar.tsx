// The selected items and the actions on them that the user may perform.
import type { ConditionTarget } from '@lectern/contract/conditions/fields';
import type { Permission } from '@lectern/contract/values';
import { ActionIcon, Button, Menu, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconCheck,
  IconDots,
  IconFolderPlus,
  IconFolderSymlink,
  IconHeart,
  IconHeartOff,
  IconLock,
  IconLockOpen,
  IconPencil,
  IconRefresh,
  IconStack2,
  IconX,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { me } from '../../../api/queries.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { loadable } from '../../../ui/loadable.tsx';
import { BulkMoveDialog } from '../../files/index.tsx';
import { AddToList } from '../../lists/index.tsx';
import { type Bulk, useBulk } from '../bulk/use-bulk.ts';
import classes from './selection.module.css';
import { maxChosen, type Selection } from './use-selection.ts';

const MetadataDialog = loadable(async () => (await import('../bulk/metadata-dialog.tsx')).MetadataDialog);

interface Props {
  target: ConditionTarget;
  selection: Selection;
  total: number;
}

type Opened = 'gather' | 'metadata' | 'move' | undefined;

export function SelectionBar({ target, selection, total }: Props) {
  const t = useTranslate();
  const bulk = useBulk(target, selection);
  const [opened, setOpened] = useState<Opened>();
  const actions = useActions(target, bulk, setOpened);
  const isNarrow = useMediaQuery('(max-width: 62em)') ?? false;
  const isWide = useMediaQuery('(min-width: 100em)') ?? false;
  const count = selection.items.size;
  const maxCount = Math.min(total, maxChosen);
  const close = () => setOpened(undefined);
  // The live region exists before the first selection, as some screen readers ignore one that is added with its text.
  const feedback = (
    <output className={classes.told} aria-live="polite">
      {count > 0 && t('browse.selected', { count })}
    </output>
  );
  if (count === 0) return feedback;
  const visibleItems = isNarrow ? 1 : isWide ? 5 : 3;
  return (
    <section className={classes.bar} aria-label={t('browse.selection')}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={40}
        aria-label={t('browse.clearSelection')}
        onClick={selection.clear}
      >
        <IconX size={20} />
      </ActionIcon>
      {feedback}
      {count < maxCount && (
        <Button variant="subtle" size="compact-md" mih={36} onClick={() => void selection.all()}>
          {t('browse.selectAll', { count: maxCount })}
        </Button>
      )}
      {actions.slice(0, visibleItems).map(({ label, icon, run, fault }) => (
        <Button
          key={label}
          variant="default"
          size="sm"
          leftSection={icon}
          disabled={bulk.isBusy || fault !== undefined}
          title={fault}
          onClick={run}
        >
          {label}
        </Button>
      ))}
      <More actions={actions.slice(visibleItems)} isBusy={bulk.isBusy} />
      {opened === 'gather' && (
        <AddToList
          kind={target === 'series' ? 'collections' : 'readlists'}
          ids={[...selection.items.keys()]}
          onClose={close}
          onDone={selection.clear}
        />
      )}
      {opened === 'move' && (
        <BulkMoveDialog
          items={[...selection.items.values()]}
          onClose={close}
          onDone={() => {
            close();
            selection.clear();
          }}
        />
      )}
      {opened === 'metadata' && (
        <MetadataDialog
          target={target}
          items={[...selection.items.values()]}
          onClose={close}
          onChange={(plan) => {
            close();
            void bulk.changeMetadata(plan);
          }}
        />
      )}
    </section>
  );
}

interface Action {
  label: string;
  icon: ReactNode;
  run(): void;
  /** The reason why the action is not possible for the selection. */
  fault?: string | undefined;
}

function More({ actions, isBusy }: { actions: Action[]; isBusy: boolean }) {
  const t = useTranslate();
  if (actions.length === 0) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t('browse.moreActions')} loading={isBusy}>
          <IconDots size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, icon, run, fault }) => (
          <Menu.Item key={label} leftSection={icon} onClick={run} disabled={fault !== undefined}>
            {label}
            {fault !== undefined && (
              <Text size="xs" maw={260}>
                {fault}
              </Text>
            )}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The actions that the user may perform, frequent ones first. */
function useActions(target: ConditionTarget, bulk: Bulk, open: (what: Opened) => void): Action[] {
  const t = useTranslate();
  const { data: user } = useQuery(me);
  const hasPermission = (permission: Permission) => user?.permissions.includes(permission) ?? false;
  const isSeries = target === 'series';
  const write = hasPermission(isSeries ? 'series:write' : 'books:write');
  const all: (Action & { isShown: boolean })[] = [
    {
      label: t('browse.markRead'),
      icon: <IconCheck size={18} />,
      isShown: hasPermission('progress:write'),
      run: () => void bulk.read(true),
    },
    {
      label: t('browse.wantToRead'),
      icon: <IconHeart size={18} />,
      isShown: true,
      run: () => void bulk.want(true),
    },
    {
      label: t(isSeries ? 'browse.addToCollection' : 'browse.addToReadList'),
      icon: <IconFolderPlus size={18} />,
      isShown: hasPermission(isSeries ? 'collections:write' : 'readlists:write'),
      run: () => open('gather'),
    },
    {
      label: t('browse.changeMetadata'),
      icon: <IconPencil size={18} />,
      isShown: write,
      run: () => open('metadata'),
    },
    {
      label: t('browse.markUnread'),
      icon: <IconX size={18} />,
      isShown: hasPermission('progress:write'),
      run: () => void bulk.read(false),
    },
    {
      label: t('browse.notWanted'),
      icon: <IconHeartOff size={18} />,
      isShown: true,
      run: () => void bulk.want(false),
    },
    {
      label: t('browse.makeOneEntry'),
      icon: <IconStack2 size={18} />,
      isShown: !isSeries && write,
      run: () => void bulk.makeOneEntry(),
      fault: bulk.entryFault && t(`browse.entryFault.${bulk.entryFault}`),
    },
    {
      label: t('browse.lockFields'),
      icon: <IconLock size={18} />,
      isShown: write,
      run: () => void bulk.lock(true),
    },
    {
      label: t('browse.unlockFields'),
      icon: <IconLockOpen size={18} />,
      isShown: write,
      run: () => void bulk.lock(false),
    },
    {
      label: t('files.move'),
      icon: <IconFolderSymlink size={18} />,
      isShown: hasPermission('files:manage'),
      run: () => open('move'),
    },
    {
      label: t('browse.analyze'),
      icon: <IconRefresh size={18} />,
      isShown: hasPermission('books:write'),
      run: () => void bulk.analyze(),
    },
  ];
  return all.filter(({ isShown }) => isShown);
}
