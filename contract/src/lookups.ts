// Where words of a book are looked up, unless the user has chosen another place.
import { z } from 'zod';
import { json, routes } from './route.ts';
import { isLookupAddress, maxLookupLength } from './values.ts';

/** An address with `{text}`; empty for none. */
export const lookupAddress = z
  .string()
  .max(maxLookupLength)
  .refine((value) => value === '' || isLookupAddress(value), {
    message: 'Not an address such as https://example.org/search?q={text}',
  });

const address = z.string().nullable().meta({
  description:
    '`{text}` stands for the words, `{language}` for the language of the book, `{to}` for that of the reader.',
});

export const lookupsSchema = z.object({ dictionary: address, translation: address }).meta({ id: 'Lookups' });
export type Lookups = z.infer<typeof lookupsSchema>;

export const lookups = routes('Look-up', 'Dictionaries and translators for words of books.', {
  get: {
    method: 'GET',
    path: '/api/v1/lookups',
    summary: 'The addresses that this server offers',
    description: 'Nothing is sent there by the server: clients open them when somebody looks something up.',
    access: 'user',
    conditional: true,
    answers: { 200: json(lookupsSchema) },
  },
});
