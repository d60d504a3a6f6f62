// Default addresses for looking up text of a book.
import { z } from 'zod';
import { json, routes } from '../route.ts';
import { isLookupAddress, maxLookupLength } from '../values.ts';

/** URL with the placeholder `{text}`. Empty for none. */
export const lookupAddress = z
  .string()
  .max(maxLookupLength)
  .refine((value) => value === '' || isLookupAddress(value), {
    message: 'Enter an address such as https://example.org/search?q={text}.',
  });

const address = z.string().nullable().meta({
  description:
    'URL in which `{text}` is replaced by the selected text, `{language}` by the language of the book, and `{to}` by the language of the user.',
});

export const lookupsSchema = z.object({ dictionary: address, translation: address }).meta({ id: 'Lookups' });
export type Lookups = z.infer<typeof lookupsSchema>;

export const lookups = routes('Look-up', 'Dictionaries and translators for text of books.', {
  get: {
    method: 'GET',
    path: '/api/v1/lookups',
    summary: 'List lookup addresses',
    description:
      'Returns the default addresses of this server. The server sends nothing to them; clients open them on request of the user.',
    access: 'user',
    conditional: true,
    answers: { 200: json(lookupsSchema) },
  },
});
