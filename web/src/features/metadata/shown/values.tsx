// Genres, tags, people and links of a series or book.

import type { NameKind } from '@lectern/contract/libraries/name-kinds';
import { Anchor, Group, Spoiler, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { Fragment } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { type Fact, FactList } from './fact-list.tsx';
import { FilterLink } from './filter-link.tsx';
import { isNameKind, NameLink } from './name-link.tsx';
import { toRoles } from './people.ts';
import { findHost } from './safe-link.ts';
import classes from './shown.module.css';
import type { Author, ExternalLink } from './types.ts';

export function ValueLinks({
  kind,
  words,
  label,
}: {
  kind: NameKind;
  words: readonly string[];
  label: string;
}) {
  if (words.length === 0) return null;
  return (
    <Group gap={6} role="group" aria-label={label}>
      {words.map((word) => (
        <NameLink key={word} kind={kind} name={word} className={classes.word ?? ''} />
      ))}
    </Group>
  );
}

interface NamesProps {
  noun?: 'series' | 'books';
  field: string;
  names: readonly string[];
}

/** Names in a row, each a link to its page, or to the series or books with it. */
export const Names = ({ names, ...link }: NamesProps) =>
  names.map((name, i) => (
    <Fragment key={name}>
      {i > 0 && ', '}
      {isNameKind(link.field) ? (
        <NameLink kind={link.field} name={name} inherit />
      ) : (
        <FilterLink {...link} value={name} inherit>
          {name}
        </FilterLink>
      )}
    </Fragment>
  ));

export function People({ authors }: { authors: readonly Author[] }) {
  const t = useTranslate();
  const facts = toRoles(authors).map(
    ({ role, names }): Fact => ({
      label: t(`metadata.role_${role}`),
      value: <Names field="author" names={names} />,
    }),
  );
  return <FactList facts={facts} />;
}

/** Only http and https URLs become links. Shows the host, because link names can be misleading. */
export function ExternalLinks({ links }: { links: readonly ExternalLink[] }) {
  const t = useTranslate();
  const shown = links.flatMap(({ sourceName, url }) => {
    const host = findHost(url);
    return host ? [{ sourceName, url, host }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <Group gap="md" role="group" aria-label={t('metadata.field_externalLinks')}>
      {shown.map(({ sourceName, url, host }) => (
        <Anchor
          key={url}
          href={url}
          target="_blank"
          rel="noopener noreferrer nofollow"
          size="sm"
          // The accessible name begins with the visible text (WCAG 2.5.3).
          aria-label={t('metadata.opensElsewhere', {
            name: sourceName === host ? host : `${sourceName} ${host}`,
          })}
        >
          <IconExternalLink size={14} aria-hidden="true" /> {sourceName}{' '}
          {sourceName !== host && (
            <Text span c="dimmed" size="xs">
              {host}
            </Text>
          )}
        </Anchor>
      ))}
    </Group>
  );
}

/** Plain text with its line breaks, never markup. */
export function Summary({ text }: { text: string | null | undefined }) {
  const t = useTranslate();
  if (!text?.trim()) return null;
  return (
    <Spoiler maxHeight={140} showLabel={t('metadata.moreSummary')} hideLabel={t('metadata.lessSummary')}>
      <Text style={{ whiteSpace: 'pre-line' }} dir="auto" maw="75ch">
        {text.trim()}
      </Text>
    </Spoiler>
  );
}
