// The colors of the client, ten steps each from light to dark. DESIGN.md describes the use of each step.
import type { MantineColorsTuple } from '@mantine/core';

/** The accent. Filled areas use step 4 with dark text; text uses step 8 on white and step 3 on dark. */
export const amber: MantineColorsTuple = [
  '#fff6e3',
  '#ffe9c2',
  '#fed893',
  '#fbc667',
  '#f4b144',
  '#dd9420',
  '#bb7610',
  '#96590a',
  '#7a4707',
  '#5c3405',
];

/** Text and surfaces of the dark scheme: black with a hint of blue. Step 7 is the page, 6 cards, 5 overlays. */
export const ink: MantineColorsTuple = [
  '#eceef3',
  '#bcc2ce',
  '#969dab',
  '#6d7584',
  '#39404d',
  '#272d37',
  '#1c2129',
  '#12151b',
  '#0d1014',
  '#08090c',
];

/** Text and surfaces of the light scheme. */
export const paper: MantineColorsTuple = [
  '#f8f9fb',
  '#f1f3f6',
  '#e6e9ee',
  '#d6dae1',
  '#bdc3cd',
  '#98a0ad',
  '#6e7683',
  '#515965',
  '#353b45',
  '#1b1f27',
];
