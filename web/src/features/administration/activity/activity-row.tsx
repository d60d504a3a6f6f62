// One thing that happened.
import type { Activity } from '@lectern/contract/activity';
import { Badge } from '@mantine/core';
import { useFormat } from '../../../i18n/format.ts';
import { Row } from '../../../ui/manage/rows.tsx';
import { kindWords } from './kinds.ts';
import { useText } from './words/index.ts';

export function ActivityRow({ activity }: { activity: Activity }) {
  const t = useText();
  const format = useFormat();
  const { kind, summary, username, via, address, entityName, fields, at, userAgent } = activity;
  const who = username ?? t('nobody');
  const what = kind === 'change' ? [summary, entityName].filter(Boolean).join(': ') : t(kindWords[kind]);
  const how = [address && t('from', { address }), via && t('via', { via })].filter(Boolean).join(', ');
  return (
    <Row
      title={`${who} · ${what}`}
      badges={
        kind === 'sign_in_failed' && (
          <Badge variant="light" color="red" tt="none">
            {t('failed')}
          </Badge>
        )
      }
      lines={[
        [format.dateTime(at), how].filter(Boolean).join(' · '),
        fields.length > 0 && t('fields', { fields: format.list(fields) }),
        kind !== 'change' && userAgent,
      ]}
    />
  );
}
