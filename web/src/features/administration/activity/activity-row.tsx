// One entry of the activity log.
import type { Activity } from '@lectern/contract/identity/activity';
import { isKeyOf } from '@lectern/contract/records';
import { Badge } from '@mantine/core';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { toClientName } from '../../../ui/manage/client-name.ts';
import { Row } from '../../../ui/manage/rows.tsx';
import { findSettingName } from '../settings/describe.ts';
import { findActionLabel } from './action-labels.ts';
import { findFieldLabel } from './field-labels.ts';
import { kindLabels, viaLabels } from './kind-labels.ts';

export function ActivityRow({ activity }: { activity: Activity }) {
  const t = useTranslate();
  const format = useFormat();
  const { kind, action, summary, username, via, address, fields, at, userAgent } = activity;
  const { entityType, entityId, entityName } = activity;
  const labels = fields.flatMap((field) => findFieldLabel(field) ?? []).map((label) => t(label));
  const who = username ?? t('administration.activity.nobody');
  const label = findActionLabel(action);
  const name = entityType === 'setting' ? entityId && findSettingName(entityId, t) : entityName;
  const change = [label ? t(label) : summary, name].filter(Boolean).join(': ');
  const what = kind === 'change' ? change : t(`administration.activity.${kindLabels[kind]}`);
  const how = [
    address && t('administration.activity.from', { address }),
    via && isKeyOf(viaLabels, via) && t('administration.activity.via', { via: t(viaLabels[via]) }),
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
        labels.length > 0 &&
          t('administration.activity.fields', { fields: format.list([...new Set(labels)]) }),
        kind !== 'change' && toClientName(userAgent),
      ]}
    />
  );
}
