// The head of a page about one thing: its cover, blurred as the backdrop, too, with the title and actions beside it.
import { Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from './hero.module.css';
import { Picture } from './picture.tsx';

interface Props {
  cover: ReactNode;
  /** Address of the picture for the backdrop. */
  backdrop: string;
  title: string;
  /** Other titles, one below the other. */
  subtitles?: readonly string[];
  /** Actions and facts below the title. */
  children: ReactNode;
}

export function Hero({ cover, backdrop, title, subtitles = [], children }: Props) {
  const [missing, setMissing] = useState('');
  return (
    <div className={classes.frame}>
      {missing !== backdrop && (
        <Picture
          className={classes.backdrop}
          src={backdrop}
          alt=""
          aria-hidden="true"
          onMissing={() => setMissing(backdrop)}
        />
      )}
      <div className={classes.hero}>
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
      </div>
    </div>
  );
}
