// Filter presets of users.
import { z } from 'zod';
import { conditionTargets } from '../conditions/fields.ts';
import { searchTextSchema } from '../conditions/lists.ts';
import { parseReported, toSchemaReference } from '../conditions/schemas.ts';
import { id, idParams, int32, jsonValue, time } from '../fields.ts';
import { bookSchema } from '../libraries/books.ts';
import { seriesSchema } from '../libraries/series.ts';
import { pageQuery, paginated } from '../pagination.ts';
import { empty, json, routes } from '../route.ts';
import { presetScopes } from '../values.ts';

export const maxPresets = 500;

export const filterPresetSchema = z
  .object({
    id,
    name: z.string(),
    scope: z.enum(presetScopes),
    target: z.enum(conditionTargets),
    libraryId: id.nullable(),
    condition: jsonValue,
    query: z.string().nullable(),
    sort: z.string().nullable(),
    pinned: z.boolean(),
    position: int32.meta({ description: "Zero-based position among the caller's presets." }),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'FilterPresetDto' });
export type FilterPreset = z.infer<typeof filterPresetSchema>;

const changeable = {
  name: z.string().trim().min(1).max(100),
  condition: jsonValue.meta({
    description: 'Condition in the form that lists accept.',
    describedBy: { anyOf: [toSchemaReference('series'), toSchemaReference('books')] },
  }),
  libraryId: id.nullish(),
  query: searchTextSchema.nullish(),
  sort: z
    .string()
    .max(500)
    .nullish()
    .meta({ description: 'Sort order: `<field>,<asc|desc>`, separated by `;`.' }),
  pinned: z.boolean().optional(),
  position: z.int().min(0).max(100_000).optional(),
};

export const updateFilterPresetSchema = z.object(changeable).meta({ id: 'UpdateFilterPreset' });
export type UpdateFilterPreset = z.infer<typeof updateFilterPresetSchema>;

export const createFilterPresetSchema = z
  .object({ scope: z.enum(presetScopes), target: z.enum(conditionTargets), ...changeable })
  .transform(({ condition: json, ...preset }, context) => {
    const condition = parseReported(preset.target, json, { context, at: ['condition'] });
    return condition ? { ...preset, condition: { json, condition } } : z.NEVER;
  })
  .meta({ id: 'CreateFilterPreset' });
export type CreateFilterPreset = z.input<typeof createFilterPresetSchema>;
export type NewFilterPreset = z.output<typeof createFilterPresetSchema>;

const resultsSchema = z
  .union([paginated(bookSchema), paginated(seriesSchema)])
  .meta({ description: 'Books or series, depending on the target of the preset.' });

export const filterPresets = routes('Filter Presets', 'Filter presets of the caller.', {
  list: {
    method: 'GET',
    path: '/api/v1/filter-presets',
    summary: 'List your filter presets',
    description: 'Returns presets sorted by position.',
    access: 'user',
    query: z.object({
      scope: z.enum(presetScopes).optional(),
      target: z.enum(conditionTargets).optional(),
      libraryId: id.optional(),
    }),
    answers: { 200: json(z.object({ presets: z.array(filterPresetSchema) })) },
  },
  create: {
    method: 'POST',
    path: '/api/v1/filter-presets',
    summary: 'Create a filter preset',
    description: 'Returns 409 if the caller has a preset with this name or the maximum number of presets.',
    access: 'progress:write',
    body: createFilterPresetSchema,
    answers: { 201: json(filterPresetSchema) },
    errors: ['conflict', 'forbidden'],
  },
  get: {
    method: 'GET',
    path: '/api/v1/filter-presets/{id}',
    summary: 'Get a filter preset',
    description: 'Returns 404 for presets of other users.',
    access: 'user',
    params: idParams,
    conditional: true,
    answers: { 200: json(filterPresetSchema) },
  },
  replace: {
    method: 'PUT',
    path: '/api/v1/filter-presets/{id}',
    summary: 'Replace a filter preset',
    description:
      'Replaces everything except scope and target. If omitted, `pinned` is set to false and the position is kept. Returns 409 if the caller has another preset with this name.',
    access: 'progress:write',
    params: idParams,
    body: updateFilterPresetSchema,
    answers: { 200: json(filterPresetSchema) },
    errors: ['conflict', 'forbidden'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/filter-presets/{id}',
    summary: 'Delete a filter preset',
    description: 'Deletes the preset. The listed books and series are not affected.',
    access: 'progress:write',
    params: idParams,
    answers: { 204: empty() },
  },
  results: {
    method: 'GET',
    path: '/api/v1/filter-presets/{id}/results',
    summary: 'List the results of a filter preset',
    description: 'Also requires `books:read` or `series:read`, depending on the target.',
    access: 'user',
    params: idParams,
    query: pageQuery,
    answers: { 200: json(resultsSchema) },
    errors: ['forbidden'],
  },
});
