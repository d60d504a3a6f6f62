// All read lists, and taking in those of other programs.
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFileImport } from '@tabler/icons-react';
import { ListsPage } from '../lists/index.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { useText } from './words/index.ts';

export function ReadListsPage() {
  const t = useText();
  const [isImporting, importing] = useDisclosure(false);
  return (
    <>
      <ListsPage
        kind="readlists"
        actions={
          <Button variant="default" leftSection={<IconFileImport size={18} />} onClick={importing.open}>
            {t('import')}
          </Button>
        }
      />
      {isImporting && <ImportDialog onClose={importing.close} />}
    </>
  );
}
