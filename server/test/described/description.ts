// The operations of the API description with their input and responses, and a schema validator.
import { nouns } from '@lectern/contract/nouns';
import { toOpenApi, toOperationId } from '@lectern/contract/openapi';
import type { RouteDescription } from '@lectern/contract/route';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { endingRoutes } from '../harness/calls/routes.ts';
import type { Schema, Schemas } from './schema.ts';

export interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: Schema;
}

interface Response {
  content?: Record<string, { schema: Schema }>;
}

export interface Operation {
  id: string;
  route: RouteDescription;
  parameters: readonly Parameter[];
  body: { required: boolean; schema: Schema } | undefined;
  isUpload: boolean;
  /** Needs no authentication. */
  isOpen: boolean;
  responses: Readonly<Record<string, Response>>;
}

interface Written {
  operationId: string;
  security: unknown[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, Response & { $ref?: string }>;
}

interface Document {
  paths: Record<string, Record<string, Written>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Response> };
}

const document = JSON.parse(JSON.stringify(toOpenApi(nouns))) as Document;
export const schemas: Schemas = document.components.schemas;

const routesById = new Map(endingRoutes.map(({ tag, name, route }) => [toOperationId(tag, name), route]));

/** All operations except the event stream, which never ends. */
export const operations: readonly Operation[] = Object.values(document.paths)
  .flatMap((item) => Object.values(item))
  .flatMap((written) => {
    const route = routesById.get(written.operationId);
    return route ? [toOperation(written, route)] : [];
  });

function toOperation(written: Written, route: RouteDescription): Operation {
  const { operationId: id, parameters, requestBody, security } = written;
  const json = requestBody?.content['application/json'];
  const follow = ({ $ref, ...response }: Written['responses'][string]): Response =>
    document.components.responses[$ref?.split('/').at(-1) ?? ''] ?? response;
  return {
    id,
    route,
    parameters,
    body: json && { required: requestBody?.required ?? false, schema: json.schema },
    isUpload: requestBody !== undefined && json === undefined,
    isOpen: security.length === 0,
    responses: Object.fromEntries(
      Object.entries(written.responses).map(([status, response]) => [status, follow(response)]),
    ),
  };
}

// Vendor formats and keywords are not part of JSON Schema.
const ajv = new Ajv2020({ strict: false, allErrors: false });
formats.default(ajv);
ajv.addSchema({ $id: 'api', components: { schemas: document.components.schemas } });
const judges = new Map<Schema, (value: unknown) => string | undefined>();

/** Returns the validation errors, or undefined if the value is valid. */
export function judge(schema: Schema, value: unknown): string | undefined {
  let found = judges.get(schema);
  if (!found) {
    const text = JSON.stringify(schema).replaceAll('"#/components', '"api#/components');
    const validate = ajv.compile(JSON.parse(text) as object);
    found = (given) => (validate(given) ? undefined : ajv.errorsText(validate.errors));
    judges.set(schema, found);
  }
  return found(value);
}
