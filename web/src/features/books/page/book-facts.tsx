// Metadata of a book and properties of its file.

import type { BookDto } from '@lectern/contract/libraries/books';
import type { BookMetadata } from '@lectern/contract/libraries/metadata';
import { plainBookFieldNames, plainBookFields } from '@lectern/contract/libraries/metadata-fields';
import { Code } from '@mantine/core';
import { usePermission } from '../../../api/use-permission.ts';
import { type Format, useFormat } from '../../../i18n/format.ts';
import { toFormatName } from '../../../i18n/format-name.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { ListLinks, useContainingLists } from '../../lists/index.tsx';
import {
  ExternalIds,
  ExternalRatings,
  FactList,
  FileInfo,
  FilterLink,
  NameLink,
  Names,
} from '../../metadata/index.tsx';

/** Null without a value. */
const whenKnown = <T,>(value: T | null | undefined, show: (value: T) => React.ReactNode) =>
  value === null || value === undefined || value === '' ? null : show(value);

const toNames = (
  value: string | readonly string[] | null,
  show: (names: readonly string[]) => React.ReactNode,
) => {
  const names = [value ?? []].flat();
  return names.length > 0 ? show(names) : null;
};

/** A date can be only a year, or a year and a month. */
function toReleaseWords(date: string, format: Format): string {
  if (/^\d{4}-\d\d-\d\d$/.test(date)) return format.date(date);
  return /^\d{4}-\d\d$/.test(date) ? format.month(date) : date;
}

export function BookFacts({ book, metadata }: { book: BookDto; metadata: BookMetadata }) {
  const t = useTranslate();
  const format = useFormat();
  const link = (field: string, value: string | null) =>
    whenKnown(value, (known) => (
      <FilterLink field={field} value={known} inherit>
        {field === 'language' ? format.languageName(known) : known}
      </FilterLink>
    ));
  const direction = book.readingDirection;
  const { releaseDate } = metadata;
  const facts = [
    {
      label: t('metadata.field_bookType'),
      value: whenKnown(metadata.bookType, (type) => t(`metadata.type_${type}`)),
    },
    {
      label: t('metadata.field_releaseDate'),
      value: whenKnown(releaseDate, (date) => toReleaseWords(date, format)),
    },
    {
      label: t('metadata.field_publisher'),
      value: whenKnown(metadata.publisher, (name) => <NameLink kind="publisher" name={name} inherit />),
    },
    { label: t('metadata.field_imprint'), value: link('imprint', metadata.imprint) },
    { label: t('metadata.field_language'), value: link('language', metadata.language) },
    {
      label: t('metadata.field_readingDirection'),
      value: whenKnown(direction, (one) => t(`metadata.direction_${one}`)),
    },
    {
      label: t('metadata.field_ageRating'),
      value: whenKnown(metadata.ageRating, (age) => (
        <FilterLink field="ageRating" value={age} inherit>
          {age === 0 ? t('metadata.allAges') : t('metadata.years', { count: age })}
        </FilterLink>
      )),
    },
    { label: t('metadata.field_edition'), value: metadata.edition },
    { label: t('metadata.field_formatDetail'), value: metadata.formatDetail },
    { label: t('metadata.field_originalYear'), value: whenKnown(metadata.originalYear, String) },
    { label: t('metadata.field_blackAndWhite'), value: metadata.blackAndWhite ? t('metadata.yes') : null },
    { label: t('metadata.field_isbns'), value: metadata.isbns.join(', ') },
    { label: t('metadata.field_subjects'), value: metadata.subjects.join(', ') },
    { label: t('metadata.field_awards'), value: metadata.awards.join(', ') },
    {
      label: t('metadata.field_externalRatings'),
      value: metadata.externalRatings.length > 0 && <ExternalRatings ratings={metadata.externalRatings} />,
    },
    {
      label: t('metadata.field_externalIds'),
      value: metadata.externalIds.length > 0 && <ExternalIds ids={metadata.externalIds} />,
    },
    ...plainBookFieldNames.map((name) => ({
      label: t(`metadata.field_${name}`),
      value: toNames(metadata[name], (names) => (
        <Names noun="books" field={plainBookFields[name].term} names={names} />
      )),
    })),
  ];
  return <FactList facts={facts} />;
}

export function FileFacts({ book }: { book: BookDto }) {
  const t = useTranslate();
  const lists = useContainingLists('readlists', book.id);
  const format = useFormat();
  const hasPermission = usePermission();
  const facts = [
    { label: t('books.format'), value: toFormatName(book.fileFormat, t) },
    { label: t('books.size'), value: format.size(book.fileSize) },
    { label: t('books.pageCount'), value: format.number(book.pageCount) },
    { label: t('books.added'), value: format.dateTime(book.createdAt) },
    {
      label: t('books.inReadLists'),
      value: lists && lists.length > 0 && <ListLinks kind="readlists" lists={lists} />,
    },
  ];
  return (
    <>
      <FactList facts={facts} />
      {hasPermission('books:write') && (
        <FileInfo>
          <FactList facts={[{ label: t('books.path'), value: <Code>{book.path}</Code> }]} />
        </FileInfo>
      )}
    </>
  );
}
