// Typed router links that look like Mantine's buttons and anchors.
import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type Html<P> = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof P> & { ref?: Ref<HTMLAnchorElement> };

export const ButtonLink = createLink((props: ButtonProps & Html<ButtonProps>) => (
  <Button component="a" {...props} />
));
export const AnchorLink = createLink((props: AnchorProps & Html<AnchorProps>) => (
  <Anchor component="a" {...props} />
));
