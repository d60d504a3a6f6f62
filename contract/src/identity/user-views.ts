// Lists of another user's library, for administrators.
import { z } from 'zod';
import { count64, id, idParams } from '../fields.ts';
import { seriesSchema } from '../libraries/series.ts';
import { pageQuery, paginated } from '../pagination.ts';
import { json, routes } from '../route.ts';

const visibleLibrarySchema = z
  .object({ id, name: z.string(), seriesCount: count64, bookCount: count64 })
  .meta({ id: 'VisibleLibrary' });

const rules =
  'Only contains what the caller also sees, and no reading data of the user. Requires the same authority as changing the user.';

export const userViews = routes('Views of users', 'What another user sees, for administrators.', {
  libraries: {
    method: 'GET',
    path: '/api/v1/users/{id}/view/libraries',
    summary: 'List the libraries that a user sees',
    description: `Returns the libraries with the numbers of series and books that the user sees. ${rules}`,
    access: 'users:write',
    params: idParams,
    answers: { 200: json(z.array(visibleLibrarySchema)) },
  },
  series: {
    method: 'GET',
    path: '/api/v1/users/{id}/view/series',
    summary: 'List the series that a user sees',
    description: `Sorted by title. All books count as unread. ${rules} Also requires \`series:read\`.`,
    access: 'users:write',
    params: idParams,
    query: pageQuery.extend({ libraryId: id.optional() }),
    answers: { 200: json(paginated(seriesSchema)) },
  },
});
