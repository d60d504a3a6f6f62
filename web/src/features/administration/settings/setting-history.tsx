// The history of a setting.
import type { Setting } from '@lectern/contract/system/settings';
import { Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Dialog } from '../../../ui/manage/dialog.tsx';
import { Row, Rows } from '../../../ui/manage/rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { describeValue } from './describe.ts';

interface Props {
  setting: Setting;
  name: string;
  isOpen: boolean;
  onClose(): void;
}

export function SettingHistory({ setting, name, isOpen, onClose }: Props) {
  const t = useTranslate();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('administration.settings.historyOf', { name })}>
      <History setting={setting} />
    </Dialog>
  );
}

function History({ setting }: { setting: Setting }) {
  const t = useTranslate();
  const format = useFormat();
  const { key } = setting;
  const { data, error } = useQuery({
    queryKey: ['settings', 'history', key],
    queryFn: ({ signal }) =>
      call(
        'GET /api/v1/admin/settings/{key}/history',
        { params: { key }, query: { pageSize: 100 } },
        { signal },
      ),
    staleTime: 0,
  });
  if (error) return <ErrorState error={error} />;
  if (!data) return <Loader />;
  if (data.total === 0) return <Text>{t('administration.settings.noHistory')}</Text>;
  const toWords = (value: Setting['value']) => describeValue(setting, value, { t, format });
  return (
    <Stack>
      <Rows label={t('administration.settings.history')}>
        {data.data.map(({ id, oldValue, newValue, isReset, changedBy, changedAt }) => (
          <Row
            key={id}
            title={
              isReset
                ? t('administration.settings.resetBy', { name: changedBy.username, after: toWords(newValue) })
                : t('administration.settings.change', {
                    name: changedBy.username,
                    before: toWords(oldValue),
                    after: toWords(newValue),
                  })
            }
            lines={[format.dateTime(changedAt)]}
          />
        ))}
      </Rows>
    </Stack>
  );
}
