// An icon button in the bars of the readers, large enough for touch.
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

/** Passes on the props that a menu gives to its target. */
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
