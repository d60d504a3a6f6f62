// Selects the source database: an upload, or a file on the server.
import { Alert, Button, FileButton, Group, Loader, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconFolderOpen, IconUpload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { describeError } from '../../../i18n/errors.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { PageSection } from '../../../ui/manage/sections.tsx';
import { toFileForm } from './file-form.ts';

export function ChooseStep({ onGiven }: { onGiven(): void }) {
  const t = useTranslate();
  const queries = useQueryClient();
  const form = useForm({ initialValues: { path: '' }, transformValues: ({ path }) => path.trim() });
  const { mutate, isPending, error } = useMutation({
    mutationFn: (given: File | string) =>
      typeof given === 'string'
        ? call('POST /api/v1/admin/imports', { body: { path: given, maps: [] } })
        : call('POST /api/v1/admin/imports/upload', { body: toFileForm(given) }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: ['imports'] });
      onGiven();
    },
  });
  return (
    <Stack gap="lg">
      {error && (
        <Alert color="red" role="alert">
          {describeError(error)}
        </Alert>
      )}
      {isPending && (
        <Group role="status">
          <Loader size="sm" />
          <Text>{t('administration.import.reading')}</Text>
        </Group>
      )}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
        <PageSection
          title={t('administration.import.uploadTitle')}
          text={t('administration.import.uploadText')}
        >
          <Group>
            <FileButton onChange={(file) => file && mutate(file)}>
              {(props) => (
                <Button leftSection={<IconUpload size={18} />} disabled={isPending} {...props}>
                  {t('administration.import.uploadAction')}
                </Button>
              )}
            </FileButton>
          </Group>
        </PageSection>
        <PageSection title={t('administration.import.pathTitle')} text={t('administration.import.pathText')}>
          <form onSubmit={form.onSubmit((path) => mutate(path))}>
            <Group align="flex-end" wrap="nowrap">
              <TextInput
                flex={1}
                label={t('administration.import.path')}
                placeholder="/config"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                {...form.getInputProps('path')}
              />
              <Button
                type="submit"
                variant="default"
                leftSection={<IconFolderOpen size={18} />}
                disabled={isPending || form.values.path.trim() === ''}
              >
                {t('administration.import.pathAction')}
              </Button>
            </Group>
          </form>
        </PageSection>
      </SimpleGrid>
    </Stack>
  );
}
