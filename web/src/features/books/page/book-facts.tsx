// What is known of a book, and of its file.
import type { BookDto } from '@lectern/contract/books';
import type { BookMetadata } from '@lectern/contract/metadata';
import { Code } from '@mantine/core';
import { usePermission } from '../../../api/use-permission.ts';
import { useFormat } from '../../../i18n/format.ts';
import { FactList, FilterLink, useFieldText } from '../../metadata/index.tsx';
import { useText } from '../words/index.ts';

/** A number where there is one. */
const orNothing = <T,>(value: T | null | undefined, show: (value: T) => React.ReactNode) =>
  value === null || value === undefined || value === '' ? null : show(value);

export function BookFacts({ book, metadata }: { book: BookDto; metadata: BookMetadata }) {
  const t = useFieldText();
  const format = useFormat();
  const link = (field: string, value: string | null) =>
    orNothing(value, (known) => (
      <FilterLink field={field} value={known} inherit>
        {field === 'language' ? format.languageName(known) : known}
      </FilterLink>
    ));
  const direction = book.readingDirection;
  const { releaseDate } = metadata;
  const facts = [
    { label: t('field_bookType'), value: orNothing(metadata.bookType, (type) => t(`type_${type}`)) },
    {
      label: t('field_releaseDate'),
      value: releaseDate && /^\d{4}-\d\d-\d\d$/.test(releaseDate) ? format.date(releaseDate) : releaseDate,
    },
    { label: t('field_publisher'), value: link('publisher', metadata.publisher) },
    { label: t('field_imprint'), value: link('imprint', metadata.imprint) },
    { label: t('field_language'), value: link('language', metadata.language) },
    { label: t('field_readingDirection'), value: orNothing(direction, (one) => t(`direction_${one}`)) },
    {
      label: t('field_ageRating'),
      value: orNothing(metadata.ageRating, (age) => (
        <FilterLink field="ageRating" value={age} inherit>
          {age === 0 ? t('allAges') : t('years', { count: age })}
        </FilterLink>
      )),
    },
    { label: t('field_edition'), value: metadata.edition },
    { label: t('field_formatDetail'), value: metadata.formatDetail },
    { label: t('field_originalYear'), value: orNothing(metadata.originalYear, String) },
    { label: t('field_blackAndWhite'), value: metadata.blackAndWhite ? t('yes') : null },
    { label: t('field_isbns'), value: metadata.isbns.join(', ') },
    { label: t('field_subjects'), value: metadata.subjects.join(', ') },
    { label: t('field_awards'), value: metadata.awards.join(', ') },
  ];
  return <FactList facts={facts} />;
}

export function FileFacts({ book }: { book: BookDto }) {
  const t = useText();
  const format = useFormat();
  const hasPermission = usePermission();
  const facts = [
    { label: t('format'), value: book.fileFormat.toUpperCase() },
    { label: t('size'), value: format.size(book.fileSize) },
    { label: t('pageCount'), value: format.number(book.pageCount) },
    { label: t('added'), value: format.dateTime(book.createdAt) },
    { label: t('path'), value: hasPermission('books:write') ? <Code>{book.path}</Code> : null },
  ];
  return <FactList facts={facts} />;
}
