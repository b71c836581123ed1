/** The look of all pages: theme, colours with enough contrast in both schemes, and where messages appear. */
import '@mantine/core/styles.css';
import './ui.css';
import { createTheme, type CSSVariablesResolver, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { Toasts } from './toast.tsx';

/** Mantine's own shades have too little contrast for small text (WCAG 2.2, 1.4.3). */
const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  fontFamily: 'system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", "Liberation Mono", monospace',
  respectReducedMotion: true,
  cursorType: 'pointer',
  // These components are imported by name, because every import here loads with every page.
  components: {
    // The header of a dialog is no banner of the page, which has one.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    Modal: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Checkbox: { defaultProps: { size: 'md' } },
    // Colour alone would not tell a link from the words around it.
    Anchor: { defaultProps: { underline: 'always' } },
  },
});

/** Dimmed text, links and errors have too little contrast otherwise. */
const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-error': 'var(--fx-danger)',
    '--mantine-color-dimmed': '#4f565c',
    '--mantine-color-placeholder': '#5c636a',
    '--mantine-color-red-outline': '#c92a2a',
  },
  dark: {
    '--mantine-color-error': 'var(--fx-danger)',
    '--mantine-color-dimmed': '#b3bac2',
    '--mantine-color-placeholder': '#a6adb5',
    '--mantine-color-anchor': '#91a7ff',
  },
});

export function UiProvider({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto">
      {children}
      <Toasts />
    </MantineProvider>
  );
}
