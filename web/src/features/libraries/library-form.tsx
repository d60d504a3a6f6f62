// A new library: its folder, its name, how series are found in it, and what a scan would find.
import { Alert, Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { toMessage } from '../../ui/states.tsx';
import { FolderBrowser } from './folder-browser.tsx';
import { ScanPreview } from './scan-preview.tsx';
import { type SeriesStrategy, strategies } from './strategies.ts';

const lastName = (path: string) => path.split(/[\\/]/).filter(Boolean).at(-1) ?? '';

export function LibraryForm({ onDone }: { onDone(): void }) {
  const queries = useQueryClient();
  const [path, setPath] = useState<string>();
  const [name, setName] = useState('');
  const [seriesStrategy, setStrategy] = useState<SeriesStrategy>('series_volume');
  const create = useMutation({
    mutationFn: (folder: string) =>
      call('POST /api/v1/libraries', {
        body: {
          name: name.trim() || lastName(folder) || 'Books',
          path: folder,
          seriesStrategy,
          scanImmediately: true,
        },
      }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: ['libraries'] });
      onDone();
    },
  });
  return (
    <Stack>
      {create.error && (
        <Alert color="red" role="alert">
          {toMessage(create.error)}
        </Alert>
      )}
      <FolderBrowser chosen={path} onChoose={setPath} />
      <Group grow align="flex-start">
        <TextInput
          label="Name"
          placeholder={lastName(path ?? '') || 'Books'}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Select
          label="How it is laid out"
          data={strategies.map(({ value, label }) => ({ value, label }))}
          value={seriesStrategy}
          allowDeselect={false}
          onChange={(value) => setStrategy((value as SeriesStrategy | null) ?? 'series_volume')}
        />
      </Group>
      {path !== undefined && <ScanPreview path={path} strategy={seriesStrategy} />}
      <Button
        disabled={path === undefined}
        loading={create.isPending}
        onClick={() => path !== undefined && create.mutate(path)}
      >
        Add the library and scan it
      </Button>
    </Stack>
  );
}
