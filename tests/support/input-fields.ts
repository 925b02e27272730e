import { z } from 'zod'
import { type ResourceKind, resourceKinds } from '#contract/schemas/common.ts'

/**
 * A field of an input: its path (such as 'to_id', 0), and the kind of resource whose id it holds.
 */
export type Field = { path: (string | number)[]; kind: ResourceKind | undefined }
type Def = {
  type: string
  innerType?: z.ZodType
  in?: z.ZodType
  element?: z.ZodType
  options?: z.ZodType[]
}
/**
 * Returns every field of a schema. Unwraps wrappers, takes the first element of an array, and
 * follows each option of a union.
 */
export function listFields(schema: z.ZodType | undefined, path: Field['path'] = []): Field[] {
  if (!schema) return []
  const kind = resourceKinds.get(schema)?.kind
  const def = schema.def as unknown as Def
  const here: Field[] = path.length ? [{ path, kind }] : []
  if (kind) return here
  if (schema instanceof z.ZodObject)
    return [
      ...here,
      ...Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([key, field]) =>
        listFields(field, [...path, key]),
      ),
    ]
  if (def.type === 'array' && def.element)
    return [...here, ...listFields(def.element, [...path, 0])]
  if (def.type === 'union')
    return [...here, ...(def.options ?? []).flatMap((option) => listFields(option, path))]
  const inner = def.innerType ?? (def.type === 'pipe' ? def.in : undefined)
  return inner ? listFields(inner, path) : here
}
/** Returns a copy of the input with another value at one path, creating missing parents. */
export function setAtPath(input: unknown, [key, ...rest]: Field['path'], value: unknown): unknown {
  if (key === undefined) return value
  if (typeof key === 'number')
    return [setAtPath(Array.isArray(input) ? input[key] : undefined, rest, value)]
  const object =
    typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {}
  return { ...object, [key]: setAtPath(object[key], rest, value) }
}
