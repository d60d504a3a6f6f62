// Colours and shapes of the whole client. Mantine's own greys, reds and light primary are too faint on white for
// WCAG 2.2 AA (4.5 : 1): those are darker here.
import { type CSSVariablesResolver, createTheme } from '@mantine/core';

export const theme = createTheme({
  primaryColor: 'teal',
  // White words on it: 5 : 1; itself on the dark page: 3 : 1.
  primaryShade: 9,
  autoContrast: true,
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // The head of a dialog is no head of the page, as the element it is made of would say.
  components: {
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
  },
});

const readable = ['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'grape', 'gray'];

/** Words in a colour, on the page and on the colour's own light ground. */
const toWords = (toColour: (name: string) => string) =>
  Object.fromEntries(
    readable.flatMap((name) =>
      ['text', 'light-color', 'outline'].map((role) => [`--mantine-color-${name}-${role}`, toColour(name)]),
    ),
  );

/** White words stay readable on what is pointed at: the library makes that lighter. */
const pointedAt = {
  '--mantine-color-teal-filled-hover': 'color-mix(in srgb, var(--mantine-color-teal-9) 85%, black)',
};

export const toVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...pointedAt,
    ...toWords((name) => `color-mix(in srgb, var(--mantine-color-${name}-9) 75%, black)`),
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
  },
  dark: {
    ...pointedAt,
    ...toWords((name) => `var(--mantine-color-${name}-3)`),
    '--mantine-color-anchor': 'var(--mantine-color-teal-3)',
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
  },
});
