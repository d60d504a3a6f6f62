// One entry of the activity log.
import type { Activity } from '@lectern/contract/identity/activity';
import { isKeyOf } from '@lectern/contract/records';
import { Badge } from '@mantine/core';
import { useFormat } from '../../../i18n/format.ts';
import { type Translate, useTranslate } from '../../../i18n/translate.ts';
import { toClientName } from '../../../ui/manage/client-name.ts';
import { Row } from '../../../ui/manage/rows.tsx';
import { findSettingName } from '../settings/describe.ts';
import { findActionLabel } from './action-labels.ts';
import { findFieldLabel } from './field-labels.ts';
import { viaLabels } from './kind-labels.ts';

export function ActivityRow({ activity }: { activity: Activity }) {
  const t = useTranslate();
  const format = useFormat();
  const { kind, via, address, fields, at, userAgent } = activity;
  const labels = fields.flatMap((field) => findFieldLabel(field) ?? []).map((label) => t(label));
  const client = kind === 'change' ? undefined : toClientName(userAgent);
  const how = [
    client && t('administration.activity.withClient', { client }),
    address && t('administration.activity.from', { address }),
    via && isKeyOf(viaLabels, via) && t('administration.activity.via', { via: t(viaLabels[via]) }),
  ];
  return (
    <Row
      title={describeActivity(activity, t)}
      badges={
        kind === 'sign_in_failed' && (
          <Badge variant="light" color="red">
            {t('administration.activity.failed')}
          </Badge>
        )
      }
      lines={[
        [format.dateTime(at), ...how].filter(Boolean).join(' · '),
        labels.length > 0 &&
          t('administration.activity.fields', { fields: format.list([...new Set(labels)]) }),
      ]}
    />
  );
}

const signInLabels = {
  sign_in: 'administration.activity.signedIn',
  sign_out: 'administration.activity.signedOut',
  sign_in_failed: 'administration.activity.couldNotSignIn',
} as const;

/** The event as a sentence. Operations of other versions have no label. */
function describeActivity(activity: Activity, t: Translate): string {
  const { kind, action, username, entityType, entityId, entityName } = activity;
  if (kind === 'sign_in_failed' && username === null)
    return t('administration.activity.unknownCouldNotSignIn');
  const who = username ?? t('administration.activity.nobody');
  if (kind !== 'change') return t(signInLabels[kind], { who });
  const name = entityType === 'setting' ? entityId && findSettingName(entityId, t) : entityName;
  const what = t(findActionLabel(action) ?? 'administration.activity.otherChange');
  return name
    ? t('administration.activity.sentenceNamed', { who, what, name })
    : t('administration.activity.sentence', { who, what });
}
