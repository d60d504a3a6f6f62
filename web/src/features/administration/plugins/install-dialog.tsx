// Installs a plugin by its name from the registry, or from a folder of the server.
import { Button, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { call } from '../../../api/call.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Dialog } from '../../../ui/manage/dialog.tsx';
import { useInstall } from './use-install.tsx';

export function InstallDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const t = useTranslate();
  const { install, isBusy } = useInstall(onClose);
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('administration.plugins.install')}>
      <InstallForm install={install} isBusy={isBusy} />
    </Dialog>
  );
}

interface Source {
  source: 'package' | 'folder';
  value: string;
}

function InstallForm({ install, isBusy }: Pick<ReturnType<typeof useInstall>, 'install' | 'isBusy'>) {
  const t = useTranslate();
  const form = useForm<Source>({ initialValues: { source: 'package', value: '' } });
  const { source } = form.values;
  const submit = form.onSubmit(({ value }) => {
    const from = source === 'folder' ? { folder: value.trim() } : { package: value.trim() };
    install((acceptsUnrestricted) =>
      call('POST /api/v1/admin/plugins', { body: { ...from, acceptsUnrestricted } }),
    );
  });
  return (
    <form onSubmit={submit}>
      <Stack>
        <SegmentedControl
          aria-label={t('administration.plugins.source')}
          {...form.getInputProps('source')}
          data={[
            { value: 'package', label: t('administration.plugins.fromRegistry') },
            { value: 'folder', label: t('administration.plugins.fromFolder') },
          ]}
        />
        <TextInput
          required
          label={t(`administration.plugins.${source}Label`)}
          description={t(`administration.plugins.${source}Text`)}
          placeholder={source === 'package' ? 'plugin-name@1.2.3' : '/plugins/mine'}
          {...form.getInputProps('value')}
        />
        <Button type="submit" loading={isBusy}>
          {t('administration.plugins.install')}
        </Button>
      </Stack>
    </form>
  );
}
