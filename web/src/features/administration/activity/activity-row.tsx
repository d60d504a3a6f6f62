// One entry of the activity log.
import type { Activity } from '@lectern/contract/identity/activity';
import { isKeyOf } from '@lectern/contract/records';
import { Badge } from '@mantine/core';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Row } from '../../../ui/manage/rows.tsx';
import { findActionLabel } from './action-labels.ts';
import { findFieldLabel } from './field-labels.ts';
import { kindLabels, viaLabels } from './kind-labels.ts';

export function ActivityRow({ activity }: { activity: Activity }) {
  const t = useTranslate();
  const format = useFormat();
  const { kind, action, summary, username, via, address, entityName, fields, at, userAgent } = activity;
  const toLabel = (field: string) => {
    const message = findFieldLabel(field);
    return message ? t(message) : field;
  };
  const who = username ?? t('administration.activity.nobody');
  const label = findActionLabel(action);
  const change = [label ? t(label) : summary, entityName].filter(Boolean).join(': ');
  const what = kind === 'change' ? change : t(`administration.activity.${kindLabels[kind]}`);
  const how = [
    address && t('administration.activity.from', { address }),
    via && t('administration.activity.via', { via: isKeyOf(viaLabels, via) ? t(viaLabels[via]) : via }),
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <Row
      title={`${who} · ${what}`}
      badges={
        kind === 'sign_in_failed' && (
          <Badge variant="light" color="red">
            {t('administration.activity.failed')}
          </Badge>
        )
      }
      lines={[
        [format.dateTime(at), how].filter(Boolean).join(' · '),
        fields.length > 0 &&
          t('administration.activity.fields', { fields: format.list(fields.map(toLabel)) }),
        kind !== 'change' && userAgent,
      ]}
    />
  );
}
