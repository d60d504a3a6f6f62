// Offers to find metadata for an item that has none.
import { Button } from '@mantine/core';
import { IconWorldSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { usePermission } from '../../api/use-permission.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { loadable } from '../../ui/loadable.tsx';
import type { MatchDialogProps } from './dialog.tsx';

const MatchDialog = loadable(async () => (await import('./dialog.tsx')).MatchDialog);

export function FindMetadata(item: Omit<MatchDialogProps, 'onClose'>) {
  const t = useTranslate();
  const hasPermission = usePermission();
  const [isOpen, setOpen] = useState(false);
  if (!hasPermission(`${item.noun}:write`)) return null;
  return (
    <>
      <Button
        variant="light"
        leftSection={<IconWorldSearch size={16} />}
        onClick={() => setOpen(true)}
        style={{ alignSelf: 'flex-start' }}
      >
        {t('matching.find')}
      </Button>
      {isOpen && <MatchDialog {...item} onClose={() => setOpen(false)} />}
    </>
  );
}
