// Types of the custom properties in style attributes.
import 'react';

declare module 'react' {
  interface CSSProperties {
    /** See covers/tint.ts. */
    '--tint-hue'?: number;
    '--tint-chroma'?: string;
  }
}
