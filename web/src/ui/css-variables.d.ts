// The custom properties that stand in the styles of elements.
import 'react';

declare module 'react' {
  interface CSSProperties {
    /** See covers/tint.ts. */
    '--tint-hue'?: number;
    '--tint-chroma'?: string;
  }
}
