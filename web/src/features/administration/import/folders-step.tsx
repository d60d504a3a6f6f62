// Maps the folders of the source server to local folders: proposes them, and lets the user confirm or change each.
import type { ImportDto } from '@lectern/contract/import/imports';
import { Alert, Badge, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { describeReason } from '../../../i18n/reports.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Row, Rows } from '../../../ui/manage/rows.tsx';
import { PageSection } from '../../../ui/manage/sections.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { FolderDialog } from './folder-dialog.tsx';
import { Given } from './given.tsx';
import { useFound } from './use-found.ts';

type Library = ImportDto['plan']['libraries'][number];

export function FoldersStep({ of, onNext }: { of: ImportDto; onNext(): void }) {
  const t = useTranslate();
  const { libraries, obstacle } = of.plan;
  const [from, setFrom] = useState<string>();
  const { act, isBusy } = useAction(['imports']);
  const choose = (to: string) => {
    const others = of.maps.filter((map) => map.from !== from);
    setFrom(undefined);
    if (from !== undefined)
      act({
        work: () =>
          call('PATCH /api/v1/admin/imports/{id}', {
            params: { id: of.id },
            body: { maps: [...others, { from, to }] },
          }),
      });
  };
  return (
    <>
      <Given of={of} />
      <PageSection
        title={t('administration.import.foldersTitle')}
        text={t(
          libraries.length > 0 ? 'administration.import.foldersText' : 'administration.import.noFolders',
        )}
      >
        <Rows label={t('administration.import.foldersTitle')}>
          {libraries.map((library) => (
            <LibraryRow key={library.name} library={library} isBusy={isBusy} onChange={setFrom} />
          ))}
        </Rows>
        {obstacle && <Alert color="orange">{describeReason(obstacle)}</Alert>}
      </PageSection>
      <Group>
        <Button size="md" disabled={obstacle !== null || isBusy} onClick={onNext}>
          {t('administration.import.next')}
        </Button>
      </Group>
      <FolderDialog from={from} onClose={() => setFrom(undefined)} onChoose={choose} />
    </>
  );
}

function LibraryRow({
  library: { name, existing, roots, books, booksFound },
  isBusy,
  onChange,
}: {
  library: Library;
  isBusy: boolean;
  onChange(from: string): void;
}) {
  const t = useTranslate();
  const found = useFound();
  return (
    <Row
      title={name}
      badges={
        <Badge variant="light">
          {existing
            ? t('administration.import.existing', { name: existing.name })
            : t('administration.import.newLibrary')}
        </Badge>
      }
      lines={[found('booksFound', booksFound, books)]}
    >
      {roots.map(({ from, to }) => (
        <Group key={from} mt="xs" justify="space-between">
          <div style={{ overflowWrap: 'anywhere' }}>
            <Text size="sm" c="dimmed">
              {t('administration.import.theirFolder', { path: from })}
            </Text>
            <Text size="sm" c={to === null ? 'red' : undefined}>
              {to === null
                ? t('administration.import.noFolder')
                : t('administration.import.ourFolder', { path: to })}
            </Text>
          </div>
          <Button
            variant="default"
            disabled={isBusy}
            onClick={() => onChange(from)}
            aria-label={t('administration.import.chooseFolderFor', { path: from })}
          >
            {t('administration.import.chooseFolder')}
          </Button>
        </Group>
      ))}
    </Row>
  );
}
