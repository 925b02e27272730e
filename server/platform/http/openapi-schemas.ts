import { z } from 'zod'

export type Json = Record<string, unknown>
/** Converts schemas to JSON Schema, and keeps those with a name for `components.schemas`. */
export type SchemaCollection = {
  /** Returns the JSON Schema of a request or response; named schemas become references. */
  toJsonSchema: (schema: z.ZodType, io: 'input' | 'output') => Json
  /** Returns the definition of a request schema, without its name. */
  toFields: (schema: z.ZodType) => Json
  /** Adds a schema under a name and returns the reference to it. */
  addSchema: (name: string, json: Json) => Json
  /** Returns the named schemas in alphabetical order. */
  listSchemas: () => Record<string, Json>
}

/** The formats of these need no pattern beside them. */
const formats = new Set(['uuid', 'date', 'date-time'])

/**
 * Drops what says nothing to a client: patterns of formats, the bounds of all integers, and that a
 * response has no other fields, because a later version may add some.
 */
function simplify({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: Json }) {
  if (formats.has(String(jsonSchema['format']))) delete jsonSchema['pattern']
  if (jsonSchema['minimum'] === Number.MIN_SAFE_INTEGER) delete jsonSchema['minimum']
  if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum']
  if (zodSchema._zod.def.type === 'object' && !zodSchema._zod.def.catchall)
    delete jsonSchema['additionalProperties']
}

const schemaPath = '#/components/schemas/'

const nullSchema = JSON.stringify({ type: 'null' })
/** Returns `anyOf: [{ type: 'string' }, { type: 'null' }]` as `type: ['string', 'null']`. */
function mergeNull(value: unknown): unknown {
  const { anyOf, ...rest } = (value ?? {}) as Json
  const [first, second, ...others] = (anyOf ?? []) as Json[]
  const isMergeable =
    typeof first?.['type'] === 'string' && !first['enum'] && JSON.stringify(second) === nullSchema
  return isMergeable && !others.length
    ? { ...rest, ...first, type: [first['type'], 'null'] }
    : value
}

/** Returns the JSON Schema of zod as part of an OpenAPI document. */
function toComponents(json: Json): Json {
  const text = JSON.stringify(json).replaceAll('"$ref":"#/$defs/', `"$ref":"${schemaPath}`)
  return JSON.parse(text, (_, value) => mergeNull(value)) as Json
}

/**
 * Creates an empty collection. A name stands for one schema: requests and responses of different
 * shapes need different names.
 */
export function createSchemaCollection(): SchemaCollection {
  const schemas = new Map<string, Json>()
  const addSchema = (name: string, json: Json): Json => {
    const known = schemas.get(name)
    if (known && JSON.stringify(known) !== JSON.stringify(json))
      throw new Error(`Two schemas of the API have the name ${name}`)
    schemas.set(name, json)
    return { $ref: schemaPath + name }
  }
  const convert = (schema: z.ZodType, io: 'input' | 'output') => {
    const converted = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: simplify })
    const { $schema: _schema, $defs = {}, id, ...json } = toComponents(converted as Json)
    for (const [name, { id: _id, ...definition }] of Object.entries($defs as Record<string, Json>))
      addSchema(name, definition)
    return { id, json }
  }
  return {
    addSchema,
    toFields: (schema) => convert(schema, 'input').json,
    toJsonSchema(schema, io) {
      const { id, json } = convert(schema, io)
      return typeof id === 'string' ? addSchema(id, json) : json
    },
    listSchemas: () => Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

/**
 * Returns a part of a document, or the shared part that it refers to with the fields beside the
 * reference. Throws an error for a reference to nothing.
 */
export function resolveReference(document: Json, part: Json): Json {
  const { $ref: reference, ...fields } = part
  if (typeof reference !== 'string') return part
  const shared = reference
    .split('/')
    .slice(1)
    .reduce<unknown>((at, key) => (at as Json | undefined)?.[key], document)
  if (shared === undefined) throw new Error(`${reference} does not exist`)
  return { ...(shared as Json), ...fields }
}
