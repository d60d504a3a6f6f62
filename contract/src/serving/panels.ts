// Panels of comic pages for guided view, and their Readium Guided Navigation document.
import { z } from 'zod';
import { count32, decimal, id, idParams, int32 } from '../fields.ts';
import { empty, json, jsonOf, routes } from '../route.ts';
import { maxPanels } from './panel-limits.ts';

/** Origins of panels, the most trusted first. `none`: the page is shown whole. */
const panelSources = ['user', 'epub', 'acbf', 'cbxy', 'navigation', 'detected', 'none'] as const;

const boxSchema = z.array(z.number().min(0).max(100)).length(4).meta({
  id: 'PanelBox',
  description:
    'x, y, width and height in percent of the upright page image, before borders are cropped or the page is split.',
});

export const panelsSchema = z
  .object({
    version: int32.meta({
      description: 'Version of the detector. Stored results of other versions are replaced.',
    }),
    source: z.enum(panelSources).meta({
      description:
        'Origin of the panels: `user` for a correction; `epub` for region-based navigation of an EPUB, `acbf` for an ACBF document in a comic, `cbxy` for a `.cbxy` file next to the book, and `navigation` for a Guided Navigation document in a Readium package; `detected`; or `none` if the page is shown whole.',
    }),
    direction: z
      .enum(['ltr', 'rtl'])
      .meta({ description: 'Reading direction in which the panels are ordered.' }),
    trust: z.number().min(0).max(1).meta({
      description:
        'Reliability of the panels: 1 for corrected and imported panels, lower for detected panels, 0 without.',
    }),
    panels: z
      .array(boxSchema)
      .max(maxPanels)
      .meta({ description: 'Panels in reading order. Empty if the page is shown whole.' }),
  })
  .meta({ id: 'PagePanels' });
export type PagePanels = z.infer<typeof panelsSchema>;

const correctionSchema = z.object({
  panels: z.array(boxSchema).max(maxPanels).meta({
    description:
      'Panels in reading order. Empty to show the page whole. Boxes are limited to the page, and enlarged to 2 % of its width and height.',
  }),
});

export const guidedNavigationType = 'application/guided-navigation+json';

const guidedLinkSchema = z.object({ rel: z.string(), href: z.string(), type: z.string() });
const guidedNavigationSchema = z
  .object({
    links: z.array(guidedLinkSchema),
    guided: z.array(
      z.object({
        imgref: z.string().meta({
          description:
            'Address of the page as in the manifest, with the fragment `#xywh=percent:x,y,width,height` for a panel.',
        }),
        role: z.array(z.string()).optional(),
      }),
    ),
  })
  .meta({ id: 'GuidedNavigation', description: 'Readium Guided Navigation document.' });
export type GuidedNavigation = z.infer<typeof guidedNavigationSchema>;

const pageParams = z.object({ id, number: decimal(z.int().min(1)) });
const errors = ['page_extraction_failed', 'conflict'] as const;

/** Selects one page of a Guided Navigation document. */
export const guidedQuery = z.object({
  page: decimal(count32.min(1))
    .optional()
    .meta({ description: 'Page number, starting at 1. Default: all pages.' }),
});

export const guidedNavigationAnswer = jsonOf(guidedNavigationType, guidedNavigationSchema);

export const panels = routes('Panels', 'Panels of comic pages for guided view.', {
  get: {
    method: 'GET',
    path: '/api/v1/books/{id}/pages/{number}/panels',
    summary: 'Get the panels of a page',
    description:
      'Returns the correction by a user, otherwise the panels that are stored with the book, otherwise the detected panels. Imported panels keep their order. Webtoons have no panels, except for corrections.',
    access: 'pages:read',
    params: pageParams,
    conditional: true,
    answers: { 200: json(panelsSchema) },
    errors,
  },
  correct: {
    method: 'PUT',
    path: '/api/v1/books/{id}/pages/{number}/panels',
    summary: 'Correct the panels of a page',
    description:
      'Stores panels that replace the imported or detected ones, for all readers. A correction belongs to the content of the file: it remains after a rename, and is not applied to a file with other pages.',
    access: 'books:write',
    params: pageParams,
    body: correctionSchema,
    answers: { 200: json(panelsSchema) },
    errors,
  },
  removeCorrection: {
    method: 'DELETE',
    path: '/api/v1/books/{id}/pages/{number}/panels',
    summary: 'Remove the correction of a page',
    description: 'Restores the imported or detected panels. Has no effect without a correction.',
    access: 'books:write',
    params: pageParams,
    answers: { 204: empty() },
    errors,
  },
  document: {
    method: 'GET',
    path: '/api/v1/books/{id}/guided-navigation',
    summary: 'Get the Guided Navigation document of a book',
    description:
      'Returns a Readium Guided Navigation document of all pages or of one page. A page without panels is one object without a fragment. Panels of all pages are detected for at most 20 seconds; a later request returns the remaining ones.',
    access: 'pages:read',
    params: idParams,
    query: guidedQuery,
    conditional: true,
    answers: { 200: guidedNavigationAnswer },
    errors,
  },
});
