// All read lists, with import.
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFileImport } from '@tabler/icons-react';
import { useTranslate } from '../../i18n/translate.ts';
import { ListsPage } from '../lists/index.tsx';
import { ImportDialog } from './import-dialog.tsx';

export function ReadListsPage() {
  const t = useTranslate();
  const [isImporting, importing] = useDisclosure(false);
  return (
    <>
      <ListsPage
        kind="readlists"
        actions={
          <Button variant="default" leftSection={<IconFileImport size={18} />} onClick={importing.open}>
            {t('readLists.import')}
          </Button>
        }
      />
      {isImporting && <ImportDialog onClose={importing.close} />}
    </>
  );
}
