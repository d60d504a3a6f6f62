// What clients remember for this account: seen, taken along as a file, forgotten.
import { Button, Code, FileButton, Group, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { useAction } from '../../../api/use-action.ts';
import { useConfirm } from '../../../ui/manage/confirmation.tsx';
import { Head, Row, Rows } from '../../../ui/manage/rows.tsx';
import { Part } from '../../../ui/manage/sections.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { type Preferences, readPreferences, savePreferences } from './preferences-file.ts';
import { useText } from './words/index.ts';

const preferences = queryOptions({
  queryKey: ['preferences'],
  queryFn: ({ signal }) => call('GET /api/v1/user/preferences', {}, { signal }),
  staleTime: 0,
});
const maxShown = 200;

export function ReadingPage() {
  const t = useText();
  const { data, error, refetch } = useQuery(preferences);
  const { act } = useAction(['preferences']);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState of={t('title')} />;
  const all = Object.entries(data);
  const remove = (key: string, value: Preferences[string]) =>
    act({
      work: () => call('DELETE /api/v1/user/preferences/{key}', { params: { key } }),
      done: t('removed', { name: key }),
      undo: () => call('PUT /api/v1/user/preferences/{key}', { params: { key }, body: value }),
    });
  return (
    <>
      <Head title={t('title')} text={t('about')} />
      <PreferencesFile all={data} />
      <Part title={t('list')}>
        {all.length === 0 && <Text c="dimmed">{t('none')}</Text>}
        <Rows label={t('list')}>
          {all.map(([key, value]) => (
            <Row
              key={key}
              title={key}
              lines={[<Code key="value">{JSON.stringify(value).slice(0, maxShown)}</Code>]}
              actions={
                <Button
                  variant="default"
                  aria-label={t('removeNamed', { name: key })}
                  onClick={() => remove(key, value)}
                >
                  {t('remove')}
                </Button>
              }
            />
          ))}
        </Rows>
      </Part>
    </>
  );
}

function PreferencesFile({ all }: { all: Preferences }) {
  const t = useText();
  const { act, carryOut } = useAction(['preferences']);
  const [dialog, ask] = useConfirm();
  const isEmpty = Object.keys(all).length === 0;
  const load = (file: File | null) =>
    file &&
    act({
      async work() {
        const body = readPreferences(await file.text());
        if (!body) throw new Error(t('notOurs'));
        await call('PUT /api/v1/user/preferences', { body });
        return Object.keys(body).length;
      },
      done: (count) => t('loaded', { count }),
    });
  const clear = () =>
    ask({
      title: t('clearTitle'),
      text: t('clearText'),
      action: t('clear'),
      act: () =>
        carryOut({
          work: () => call('DELETE /api/v1/user/preferences'),
          done: t('cleared'),
          undo: () => call('PUT /api/v1/user/preferences', { body: all }),
        }),
    });
  return (
    <Part title={t('file')} text={t('fileText')}>
      {dialog}
      <Group>
        <Button variant="default" disabled={isEmpty} onClick={() => savePreferences(all)}>
          {t('save')}
        </Button>
        <FileButton accept="application/json" onChange={load}>
          {(props) => (
            <Button variant="default" {...props}>
              {t('load')}
            </Button>
          )}
        </FileButton>
        <Button variant="light" color="red" disabled={isEmpty} onClick={clear}>
          {t('clear')}
        </Button>
      </Group>
    </Part>
  );
}
