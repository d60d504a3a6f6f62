// API description and interactive reference.
import { z } from 'zod';
import { bytes, json, routes } from '../route.ts';

export const apiDocs = routes('API description', 'The OpenAPI description and an interactive reference.', {
  document: {
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'Get the API description',
    description: 'Returns this description as OpenAPI 3.1.',
    access: 'anyone',
    conditional: true,
    answers: { 200: json(z.looseObject({ openapi: z.string() })) },
    errors: ['not_found'],
  },
  page: {
    method: 'GET',
    path: '/api/docs',
    summary: 'Get the interactive API reference',
    description: 'Returns an HTML page that loads the API description.',
    access: 'anyone',
    answers: { 200: bytes(['text/html']) },
    errors: ['not_found'],
  },
  asset: {
    method: 'GET',
    path: '/api/docs/{name}',
    summary: 'Get an asset of the API reference',
    description: 'Returns a stylesheet, script or icon of the interactive reference.',
    access: 'anyone',
    params: z.object({
      name: z.enum(['swagger-ui.css', 'swagger-ui-bundle.js', 'start.js', 'favicon-32x32.png']),
    }),
    answers: { 200: bytes(['text/css', 'text/javascript', 'image/png']) },
  },
});
