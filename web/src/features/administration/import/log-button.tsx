// Uploads the write-ahead log of an uploaded database.
import { Button, FileButton } from '@mantine/core';
import { call } from '../../../api/call.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { useAction } from '../../../ui/use-action.ts';
import { toFileForm } from './file-form.ts';

export function LogButton({ id }: { id: string }) {
  const t = useTranslate();
  const { act, isBusy } = useAction(['imports']);
  const add = (file: File | null) => {
    if (!file) return;
    act({
      work: () => call('POST /api/v1/admin/imports/{id}/log', { params: { id }, body: toFileForm(file) }),
      done: t('administration.import.logAdded'),
    });
  };
  return (
    <FileButton onChange={add}>
      {(props) => (
        <Button variant="default" loading={isBusy} {...props}>
          {t('administration.import.addLog')}
        </Button>
      )}
    </FileButton>
  );
}
