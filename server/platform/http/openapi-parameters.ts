import { z } from 'zod'
import type { Route } from '#contract/routes/route.ts'
import { pageQueryParams, tableFileParams } from '#contract/schemas/common.ts'
import { rangeQueryParams } from '#contract/schemas/reports.ts'
import type { Json, SchemaCollection } from './openapi-schemas.ts'

export type ParameterList = (route: Route) => Json[]

/** Parameters that many calls share. */
const sharedQueryParams = rangeQueryParams.extend({ ...pageQueryParams, ...tableFileParams })
/** The pattern of an id in a path tells `/users/{id}/invite` from `/users/imports/{id}`. */
const idSchema = { type: 'string', format: 'uuid', pattern: '^[0-9a-fA-F-]{36}$' }
const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', maxLength: 128 },
  description: 'A key of your choice. A repeated request with this key has no further effect.',
}

const toRef = (key: string): Json => ({ $ref: `#/components/parameters/${key}` })

/**
 * Returns the shared parameters by name, and a function that lists the parameters of a route, with
 * references to the shared ones.
 */
export function createParameters(schemas: SchemaCollection): {
  sharedParameters: Record<string, Json>
  listParameters: ParameterList
} {
  const idRef = schemas.addSchema('Id', idSchema)
  const list = (schema: z.ZodType | undefined, where: 'path' | 'query') => {
    const { properties = {}, required = [] } = (
      schema ? schemas.toJsonSchema(schema, 'input') : {}
    ) as { properties?: Record<string, Json>; required?: string[] }
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: where,
      ...(where === 'path' || required.includes(name) ? { required: true } : {}),
      schema: where === 'path' && property['format'] === 'uuid' ? idRef : property,
    }))
  }
  const shared = [
    ...list(z.strictObject({ id: z.uuid() }), 'path'),
    ...list(sharedQueryParams, 'query'),
    idempotencyKey,
  ]
  const keys = new Map(shared.map((parameter) => [JSON.stringify(parameter), parameter.name]))
  return {
    sharedParameters: Object.fromEntries(shared.map((parameter) => [parameter.name, parameter])),
    listParameters: (route) => [
      ...[...list(route.params, 'path'), ...list(route.query, 'query')].map((parameter) => {
        const key = keys.get(JSON.stringify(parameter))
        return key === undefined ? parameter : toRef(key)
      }),
      ...(route.moves || route.idempotent ? [toRef(idempotencyKey.name)] : []),
    ],
  }
}
