// Colours and shapes of the client. Mantine's own greys, reds and light primary have too little contrast on white for
// WCAG 2.2 AA (4.5 : 1); here they are darker.
import { type CSSVariablesResolver, createTheme } from '@mantine/core';

export const theme = createTheme({
  primaryColor: 'teal',
  // Contrast of white text on it: 5 : 1; of itself on the dark page: 3 : 1.
  primaryShade: 9,
  autoContrast: true,
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // The head of a dialog is a `header` element, which would be a landmark of the page.
  components: {
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
  },
});

const readable = ['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'grape', 'gray'];

/** Text in a colour, on the page and on the light background of the same colour. */
const toCustomProperties = (toColour: (name: string) => string) =>
  Object.fromEntries(
    readable.flatMap((name) =>
      ['text', 'light-color', 'outline'].map((role) => [`--mantine-color-${name}-${role}`, toColour(name)]),
    ),
  );

/** Mantine lightens filled buttons on hover; darker, their white text keeps its contrast. */
const pointedAt = {
  '--mantine-color-teal-filled-hover': 'color-mix(in srgb, var(--mantine-color-teal-9) 85%, black)',
};

export const toVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...pointedAt,
    ...toCustomProperties((name) => `color-mix(in srgb, var(--mantine-color-${name}-9) 75%, black)`),
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
  },
  dark: {
    ...pointedAt,
    ...toCustomProperties((name) => `var(--mantine-color-${name}-3)`),
    '--mantine-color-anchor': 'var(--mantine-color-teal-3)',
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
  },
});
