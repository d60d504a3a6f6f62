// Colors, typography and shapes of the client (DESIGN.md). Mantine's reds and light primary color have too little contrast
// on white for WCAG 2.2 AA (4.5 : 1), so they are darker here.
import { type CSSVariablesResolver, createTheme } from '@mantine/core';
import button from './button.module.css';
import { amber, ink, paper } from './palette.ts';

const fallbacks = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';

export const theme = createTheme({
  primaryColor: 'amber',
  colors: { amber, dark: ink, gray: paper },
  // Contrast of dark text on it: 10 : 1.
  primaryShade: 4,
  autoContrast: true,
  black: '#12151b',
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '14px', xl: '22px' },
  fontFamily: `"Figtree Variable", "Figtree Fallback", ${fallbacks}`,
  headings: {
    fontFamily: `"Fraunces Variable", "Fraunces Fallback", ${fallbacks}`,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: 'clamp(1.6rem, 1.2rem + 1.6vw, 2.5rem)', lineHeight: '1.15' },
      h2: { fontSize: 'clamp(1.5rem, 1.25rem + 0.8vw, 2rem)', lineHeight: '1.25' },
      h3: { fontSize: '1.25rem', lineHeight: '1.3' },
      h4: { fontSize: '1.25rem', lineHeight: '1.3' },
      h5: { fontSize: '1.0625rem', lineHeight: '1.35' },
      h6: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  shadows: {
    xs: '0 1px 2px rgb(8 9 12 / 12%)',
    sm: '0 2px 6px rgb(8 9 12 / 14%)',
    md: '0 6px 20px rgb(8 9 12 / 18%)',
    lg: '0 12px 36px rgb(8 9 12 / 24%)',
    xl: '0 20px 60px rgb(8 9 12 / 32%)',
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Without a color, Mantine uses white text on these components for every accent.
    ...Object.fromEntries(
      ['ActionIcon', 'Checkbox', 'Chip', 'Pagination', 'Radio', 'ThemeIcon'].map((name) => [
        name,
        { defaultProps: { color: 'amber' } },
      ]),
    ),
    Button: { classNames: { label: button.label } },
    Badge: { defaultProps: { color: 'amber', tt: 'none' } },
    // The header of a dialog is a `header` element, which would be a landmark of the page.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
  },
});

const readable = ['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'grape', 'gray', 'amber'];

/** Colored text on the page and on a light background of the same color. */
const toCustomProperties = (toColour: (name: string) => string) =>
  Object.fromEntries(
    readable.flatMap((name) =>
      ['text', 'light-color', 'outline'].map((role) => [`--mantine-color-${name}-${role}`, toColour(name)]),
    ),
  );

/** Filled buttons get darker on hover, and their text keeps its contrast. */
const pointedAt = {
  '--mantine-color-amber-filled-hover': 'color-mix(in srgb, var(--mantine-color-amber-4) 88%, black)',
};

export const toVariables: CSSVariablesResolver = () => ({
  variables: {
    // Text on filled accent areas, in both color schemes.
    '--lectern-on-accent': '#1c1302',
    '--lectern-cover-radius': '7px',
    '--lectern-ease': 'cubic-bezier(0.2, 0.7, 0.2, 1)',
  },
  light: {
    ...pointedAt,
    ...toCustomProperties((name) => `color-mix(in srgb, var(--mantine-color-${name}-9) 75%, black)`),
    // Lines and marks in the accent color on the page: 5 : 1 on white.
    '--lectern-accent-line': 'var(--mantine-color-amber-7)',
    '--lectern-raised': 'var(--mantine-color-white)',
    '--lectern-sunken': 'var(--mantine-color-gray-1)',
    '--lectern-hairline': 'var(--mantine-color-gray-2)',
    '--mantine-color-anchor': 'var(--mantine-color-amber-8)',
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
  },
  dark: {
    ...pointedAt,
    ...toCustomProperties((name) => `var(--mantine-color-${name}-3)`),
    '--lectern-accent-line': 'var(--mantine-color-amber-4)',
    '--lectern-raised': 'var(--mantine-color-dark-6)',
    '--lectern-sunken': 'var(--mantine-color-dark-8)',
    '--lectern-hairline': 'var(--mantine-color-dark-5)',
    '--mantine-color-anchor': 'var(--mantine-color-amber-3)',
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
  },
});
