// A file of the drop folder: its destination, possible duplicates, problems, and actions.
import type { DroppedFile } from '@lectern/contract/ingest/drop-folder';
import { Badge, Button, Checkbox, Code, Group, Menu, Text } from '@mantine/core';
import { useFormat } from '../../i18n/format.ts';
import { toFormatName } from '../../i18n/format-name.ts';
import { describeReason } from '../../i18n/reports.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { Row, RowMenu } from '../../ui/manage/rows.tsx';

interface Props {
  file: DroppedFile;
  isChosen: boolean;
  isBusy: boolean;
  onChoose(isChosen: boolean): void;
  onAccept(): void;
  onEdit(): void;
  onDismiss(isDismissed: boolean): void;
}

export function DroppedRow({ file, isChosen, isBusy, onChoose, onAccept, onEdit, onDismiss }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const { path, sizeBytes, pageCount, isReady, isDismissed, problem } = file;
  const facts = [
    file.format && toFormatName(file.format, t),
    format.size(sizeBytes),
    pageCount > 0 && t('dropFolder.pages', { count: pageCount }),
  ];
  return (
    <Row
      title={
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <Checkbox
            checked={isChosen}
            disabled={problem !== null}
            onChange={(event) => onChoose(event.currentTarget.checked)}
            aria-label={t('dropFolder.choose', { name: path })}
          />
          <span style={{ overflowWrap: 'anywhere' }}>{path}</span>
        </Group>
      }
      badges={<State file={file} />}
      lines={[
        facts.filter(Boolean).join(' · '),
        <Target key="target" file={file} />,
        <Same key="same" books={file.duplicates} />,
        isReady && problem && (
          <Text c="red" size="sm">
            {describeReason(problem)}
          </Text>
        ),
      ]}
      actions={
        isReady && (
          <>
            <Button
              variant="default"
              disabled={problem !== null || isBusy}
              onClick={onAccept}
              aria-label={t('dropFolder.acceptNamed', { name: path })}
            >
              {t('dropFolder.accept')}
            </Button>
            <RowMenu name={path}>
              <Menu.Item onClick={onEdit}>{t('dropFolder.edit')}</Menu.Item>
              <Menu.Item onClick={() => onDismiss(!isDismissed)}>
                {t(isDismissed ? 'dropFolder.restore' : 'dropFolder.dismiss')}
              </Menu.Item>
            </RowMenu>
          </>
        )
      }
    />
  );
}

function State({ file: { isReady, problem, doubts, isEdited } }: { file: DroppedFile }) {
  const t = useTranslate();
  const [colour, words] = !isReady
    ? (['gray', 'dropFolder.arriving'] as const)
    : problem
      ? (['red', 'dropFolder.blocked'] as const)
      : doubts.length > 0
        ? (['blue', 'dropFolder.doubtful'] as const)
        : (['green', 'dropFolder.clear'] as const);
  return (
    <>
      <Badge color={colour} variant="light">
        {t(words)}
      </Badge>
      {isEdited && (
        <Badge color="gray" variant="light">
          {t('dropFolder.edited')}
        </Badge>
      )}
    </>
  );
}

function Target({ file: { library, series, target, companions, doubts } }: { file: DroppedFile }) {
  const t = useTranslate();
  if (!library || target === null) return null;
  return (
    <>
      <Text span size="sm">
        {library.name} →{' '}
      </Text>
      <Code style={{ overflowWrap: 'anywhere' }}>{target}</Code>
      <Text size="sm" c="dimmed">
        {series ? (
          <>
            {t(doubts.includes('series') ? 'dropFolder.seriesLike' : 'dropFolder.seriesKnown')}{' '}
            <AnchorLink to="/series/$id" params={{ id: series.id }} underline="always">
              {series.title}
            </AnchorLink>
          </>
        ) : (
          t('dropFolder.seriesNew')
        )}
        {companions.length > 0 && ` · ${t('dropFolder.companions', { count: companions.length })}`}
      </Text>
    </>
  );
}

function Same({ books }: { books: DroppedFile['duplicates'] }) {
  const t = useTranslate();
  if (books.length === 0) return null;
  return (
    <Text size="sm">
      {books.map(({ bookId, title, why }, index) => (
        <span key={bookId}>
          {index > 0 && ', '}
          {t(`dropFolder.why_${why}`)}{' '}
          <AnchorLink to="/books/$id" params={{ id: bookId }} underline="always">
            {title}
          </AnchorLink>
        </span>
      ))}
    </Text>
  );
}
