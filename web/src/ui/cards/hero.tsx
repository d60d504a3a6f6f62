// The header of a detail page: cover, title and actions on a background in the color of the cover.
import { Text, Title } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { findTint, toTintStyle } from '../covers/tint.ts';
import classes from './hero.module.css';

interface Props {
  cover: ReactNode;
  /** Tint of the cover, used as the page color. */
  thumbHash: string | null;
  title: string;
  /** Alternative titles, one per line. */
  subtitles?: readonly string[];
  /** Actions and facts below the title. */
  children: ReactNode;
  /** Shown next to them on very wide screens. Null reserves its column until it is loaded. */
  aside?: ReactNode;
}

export function Hero({ cover, thumbHash, title, subtitles = [], children, aside }: Props) {
  const tint = useMemo(() => toTintStyle(findTint(thumbHash, title)), [thumbHash, title]);
  return (
    <div className={classes.frame} style={tint}>
      <div className={classes.backdrop} />
      <div className={classes.hero} data-wide={aside !== undefined || undefined}>
        <div className={classes.cover}>{cover}</div>
        <div>
          <div className={classes.titles}>
            <Title order={1} dir="auto">
              {title}
            </Title>
            {subtitles.map((one) => (
              <Text key={one} c="dimmed" dir="auto">
                {one}
              </Text>
            ))}
          </div>
          {children}
        </div>
        {aside !== undefined && <div className={classes.aside}>{aside}</div>}
      </div>
    </div>
  );
}
