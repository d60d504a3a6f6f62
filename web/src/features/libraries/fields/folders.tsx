// The folders of an existing library: order, additions, and the effects of removing one.
import type { Library } from '@lectern/contract/libraries/libraries';
import { Alert, Button, Group, Input, Stack, Text } from '@mantine/core';
import { IconFolderPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { libraryRoots } from '../../../api/queries.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { keepFolder, toLeaving } from '../draft.ts';
import { FolderBrowser } from '../folder-browser.tsx';
import type { FieldsProps } from './fields.ts';
import type { FolderFaults } from './folder-faults.ts';
import { FolderList } from './folder-list.tsx';
import classes from './folders.module.css';

interface Props extends FieldsProps {
  library: Pick<Library, 'id' | 'paths'>;
  faults: FolderFaults;
}

type Counts = ReadonlyMap<string, number>;

export function FoldersField({ form, library, faults }: Props) {
  const t = useTranslate();
  const { paths, purgeDeletedAfterDays } = form.values;
  const setPaths = (after: string[]) => form.setFieldValue('paths', after);
  const { data } = useQuery(libraryRoots(library.id));
  const counts: Counts = new Map(data?.roots.map(({ path, bookCount }) => [path, bookCount]));
  return (
    <Stack gap="xs" role="group" aria-label={t('libraries.folders')}>
      <Input.Label component="div">{t('libraries.folders')}</Input.Label>
      <Input.Description>
        {t('libraries.foldersHint')} {paths.length > 1 && t('libraries.foldersOrderHint')}
      </Input.Description>
      <FolderList paths={paths} faults={faults} counts={counts} onChange={setPaths} />
      {toLeaving(library.paths, paths).map(({ path, replacedBy }) => (
        <Leaving
          key={path}
          path={path}
          replacedBy={replacedBy}
          days={purgeDeletedAfterDays}
          counts={counts}
          onKeep={() => setPaths(keepFolder(library.paths, paths, path))}
        />
      ))}
      <AddFolder paths={paths} onAdd={(path) => setPaths([...paths, path])} />
    </Stack>
  );
}

interface LeavingProps {
  path: string;
  replacedBy: string | undefined;
  /** Days until deleted books are purged. Null for never. */
  days: number | null;
  counts: Counts;
  onKeep(): void;
}

/** Explains the effect of saving on a removed folder. */
function Leaving({ path, replacedBy, days, counts, onKeep }: LeavingProps) {
  const t = useTranslate();
  const count = counts.get(path);
  return (
    <Alert
      role="status"
      title={
        replacedBy === undefined
          ? t('libraries.folderLeaves', { path })
          : t('libraries.folderReplaced', { path, other: replacedBy })
      }
      classNames={{ title: classes.title ?? '' }}
    >
      <Stack gap="xs">
        {count !== undefined && (
          <Text size="sm">
            {replacedBy === undefined
              ? t('libraries.folderLeavesBooks', { count })
              : t('libraries.folderReplacedBooks', { count })}
          </Text>
        )}
        <Text size="sm">
          {days === null ? t('libraries.folderKept') : t('libraries.folderKeptDays', { days })}{' '}
          {t('libraries.folderComesBack')}
        </Text>
        <Group>
          <Button size="compact-sm" variant="default" onClick={onKeep}>
            {t('libraries.keepFolder')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

function AddFolder({ paths, onAdd }: { paths: readonly string[]; onAdd(path: string): void }) {
  const t = useTranslate();
  const [isAdding, setAdding] = useState(false);
  const [open, setOpen] = useState<string>();
  const isTwice = open !== undefined && paths.includes(open);
  const close = () => {
    setAdding(false);
    setOpen(undefined);
  };
  if (!isAdding)
    return (
      <Group>
        <Button variant="default" leftSection={<IconFolderPlus size={16} />} onClick={() => setAdding(true)}>
          {t('libraries.addFolder')}
        </Button>
      </Group>
    );
  return (
    <>
      <FolderBrowser chosen={open} onChoose={setOpen} />
      {isTwice && (
        <Text size="sm" className={classes.fault ?? ''} role="alert">
          {t('libraries.folderTwice')}
        </Text>
      )}
      <Group>
        <Button
          variant="light"
          disabled={open === undefined || isTwice}
          onClick={() => {
            if (open !== undefined) onAdd(open);
            close();
          }}
        >
          {t('libraries.addThisFolder')}
        </Button>
        <Button variant="subtle" onClick={close}>
          {t('ui.cancel')}
        </Button>
      </Group>
    </>
  );
}
