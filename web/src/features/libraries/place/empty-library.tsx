// A library without books, with a button that scans it.
import type { Library } from '@lectern/contract/libraries/libraries';
import { Button, Group, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { activeScans } from '../../../api/queries.ts';
import { usePermission } from '../../../api/use-permission.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { useLibraryActions } from '../menu/use-library-actions.ts';

export function EmptyLibrary({ library }: { library: Library }) {
  const t = useTranslate();
  const hasPermission = usePermission();
  const actions = useLibraryActions(library);
  const { data } = useQuery(activeScans);
  const isScanning = data?.scans.some(({ libraryId }) => libraryId === library.id) ?? false;
  const mayScan = hasPermission('libraries:write');
  return (
    <EmptyState title={t('home.noBooks')}>
      <Text c="dimmed">{t(mayScan ? 'home.noBooksHint' : 'home.noBooksForYou')}</Text>
      <Group justify="center" gap="xs">
        {mayScan && (
          <Button
            leftSection={<IconRefresh size={16} />}
            loading={isScanning || actions.isBusy}
            onClick={() => actions.scan('normal')}
          >
            {t('administration.libraries.scan')}
          </Button>
        )}
        {hasPermission('files:upload') && (
          <ButtonLink to="/upload" search={{ library: library.id }} variant="default">
            {t('libraries.upload')}
          </ButtonLink>
        )}
      </Group>
    </EmptyState>
  );
}
