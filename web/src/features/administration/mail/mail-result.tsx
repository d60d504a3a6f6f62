// Reports whether a link was sent by e-mail.
import { Alert } from '@mantine/core';
import { describeReason } from '../../../i18n/reports.ts';
import { useTranslate } from '../../../i18n/translate.ts';

/** Shows nothing if no message was requested (`to` is null). */
export function MailResult({
  to,
  error,
}: {
  to: string | null;
  error: Parameters<typeof describeReason>[0] | null;
}) {
  const t = useTranslate();
  if (to === null) return null;
  return error ? (
    <Alert color="red" role="alert">
      {t('administration.mail.notSentTo', { to, why: describeReason(error) })}
    </Alert>
  ) : (
    <Alert color="green" role="status">
      {t('administration.mail.sentTo', { to })}
    </Alert>
  );
}
