// Installs a plugin by its name from the registry, or from a folder of the server.
import { Button, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
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

function InstallForm({ install, isBusy }: Pick<ReturnType<typeof useInstall>, 'install' | 'isBusy'>) {
  const t = useTranslate();
  const [source, setSource] = useState<'package' | 'folder'>('package');
  const [value, setValue] = useState('');
  const given = value.trim();
  const from = source === 'folder' ? { folder: given } : { package: given };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    install((acceptsUnrestricted) =>
      call('POST /api/v1/admin/plugins', { body: { ...from, acceptsUnrestricted } }),
    );
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <SegmentedControl
          aria-label={t('administration.plugins.source')}
          value={source}
          onChange={(chosen) => setSource(chosen === 'folder' ? 'folder' : 'package')}
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
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <Button type="submit" loading={isBusy}>
          {t('administration.plugins.install')}
        </Button>
      </Stack>
    </form>
  );
}
