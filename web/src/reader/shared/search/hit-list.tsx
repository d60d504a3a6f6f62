// The results of a search in a book, with the words around each.
import { Text } from '@mantine/core';
import list from '../popups/popups.module.css';
import classes from './hit-list.module.css';

export interface FoundText {
  before: string;
  match: string;
  after: string;
  /** The chapter or page that contains the match. */
  label: string;
}

interface Props<T extends FoundText> {
  hits: readonly T[];
  onGo(hit: T): void;
}

export function HitList<T extends FoundText>({ hits, onGo }: Props<T>) {
  return (
    <ol className={list.list}>
      {hits.map((hit, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: hits are only added at the end
        <li key={index}>
          <button type="button" className={`${list.entry} ${classes.hit}`} onClick={() => onGo(hit)}>
            <Text size="xs" c="dimmed" component="span" display="block">
              {hit.label}
            </Text>
            {hit.before}
            <mark>{hit.match}</mark>
            {hit.after}
          </button>
        </li>
      ))}
    </ol>
  );
}
