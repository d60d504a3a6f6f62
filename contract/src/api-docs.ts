// The API describing itself.
import { z } from 'zod';
import { bytes, json, routes } from './route.ts';

export const apiDocs = routes('API description', 'This description, for people and for programs.', {
  document: {
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'The API description, OpenAPI 3.1',
    access: 'anyone',
    conditional: true,
    answers: { 200: json(z.looseObject({ openapi: z.string() })) },
    errors: ['not_found'],
  },
  page: {
    method: 'GET',
    path: '/api/docs',
    summary: 'Interactive API reference',
    access: 'anyone',
    answers: { 200: bytes(['text/html']) },
    errors: ['not_found'],
  },
  asset: {
    method: 'GET',
    path: '/api/docs/{name}',
    summary: 'A part of the interactive reference',
    access: 'anyone',
    params: z.object({
      name: z.enum(['swagger-ui.css', 'swagger-ui-bundle.js', 'start.js', 'favicon-32x32.png']),
    }),
    answers: { 200: bytes(['text/css', 'text/javascript', 'image/png']) },
  },
});
