// A button with a picture in the bars of the readers: large enough for a thumb.
import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import classes from './bar-button.module.css';

interface Props extends Omit<ActionIconProps, 'children'> {
  label: string;
  children: ReactNode;
  onClick?(): void;
  isDisabled?: boolean;
  isPressed?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** What a menu adds to its target is passed on. */
export const BarButton = ({ label, children, isDisabled = false, isPressed, ...rest }: Props) => (
  <ActionIcon
    {...rest}
    className={classes.button}
    variant="subtle"
    color="gray"
    size={44}
    disabled={isDisabled}
    aria-label={label}
    aria-pressed={isPressed}
    title={label}
  >
    {children}
  </ActionIcon>
);
