// A secret that the server shows only once, such as a new key. Stays visible until the user confirms.
import { Alert, Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslate } from '../../i18n/translate.ts';
import { CopyField } from './copy.tsx';
import { Dialog } from './dialog.tsx';
import { QrCode } from './qr-code.tsx';

export interface Secret {
  title: string;
  lines: readonly { label: string; value: string }[];
  /** Link that is also shown as a QR code. */
  link?: string;
  /** Usage instructions. */
  text?: ReactNode;
}

export function SecretDialog({ secret, onClose }: { secret: Secret | undefined; onClose(): void }) {
  const t = useTranslate();
  return (
    <Dialog isOpen={secret !== undefined} onClose={onClose} title={secret?.title} isLasting size="lg">
      <Stack>
        <Alert color="yellow">{t('ui.manage.shownOnce')}</Alert>
        {secret?.lines.map(({ label, value }) => (
          <CopyField key={label} label={label} value={value} isLong={value.length > 48} />
        ))}
        {secret?.link !== undefined && <QrCode text={secret.link} label={t('ui.manage.qrCode')} />}
        {secret?.text}
        <Button onClick={onClose}>{t('ui.manage.done')}</Button>
      </Stack>
    </Dialog>
  );
}
