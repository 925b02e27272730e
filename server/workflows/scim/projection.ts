import { limits } from '#contract/limits.ts'
import { findAttribute, findSchema, attributesOf, type ResourceType } from './attributes.ts'
import { parsePath } from './filter-parser.ts'
import { throwInvalid } from './scim-error.ts'
import { isObject, type Resource } from './values.ts'

/** A part of a resource: an attribute, a sub-attribute or a whole extension. */
type Part = { container: string | null; name: string | null; sub: string | null }
export type Projection = { included: Part[] | null; excluded: Part[] }

/** Attributes that every answer has. */
const always = new Set(['id', 'schemas'])

function readParts(type: ResourceType, list: string | undefined): Part[] | null {
  if (list === undefined || list.trim() === '') return null
  const names = list.split(',')
  if (names.length > limits.scim_values_max)
    throwInvalid('invalidValue', 'The request names too many attributes')
  return names.flatMap((text): Part[] => {
    const path = parsePath(text.trim())
    const schema = path.urn === null ? type.core : findSchema(type, path.urn)
    if (!schema) return []
    const container = schema === type.core ? null : schema.urn
    if (path.name === null) return container === null ? [] : [{ container, name: null, sub: null }]
    const attribute = findAttribute(attributesOf(type, schema), path.name)
    if (!attribute) return []
    const sub = path.sub === null ? null : findAttribute(attribute.subAttributes, path.sub)
    // Parts of meta have no schema.
    return [{ container, name: attribute.name, sub: sub?.name ?? path.sub }]
  })
}

/** Returns what `attributes` and `excludedAttributes` leave of a resource. */
export function readProjection(
  type: ResourceType,
  query: { attributes?: string | undefined; excludedAttributes?: string | undefined },
): Projection {
  return {
    included: readParts(type, query.attributes),
    excluded: readParts(type, query.excludedAttributes) ?? [],
  }
}

/** Returns whether an answer contains an attribute of the core schema. */
export const includesAttribute = ({ included, excluded }: Projection, name: string): boolean => {
  const isWhole = (part: Part) => part.container === null && part.name === name && part.sub === null
  const isNamed = (part: Part) => part.container === null && part.name === name
  return (included === null || included.some(isNamed)) && !excluded.some(isWhole)
}

function pickSub(value: unknown, keep: (name: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => pickSub(item, keep))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => keep(name)))
}

/** Returns the attributes of one container that a projection leaves. */
function projectPart(
  fields: Resource,
  container: string | null,
  { included, excluded }: Projection,
): Resource {
  const here = (parts: Part[]) => parts.filter((part) => part.container === container)
  const [wanted, unwanted] = [included && here(included), here(excluded)]
  if (unwanted.some((part) => part.name === null)) return {}
  const isWhole = wanted === null || wanted.some((part) => part.name === null)
  const projected: Resource = {}
  for (const [name, value] of Object.entries(fields)) {
    const named = (wanted ?? []).filter((part) => part.name === name)
    const isAlways = container === null && always.has(name)
    if (!isAlways && !isWhole && !named.length) continue
    const dropped = unwanted.filter((part) => part.name === name)
    if (!isAlways && dropped.some((part) => part.sub === null)) continue
    const subs = named.map((part) => part.sub)
    const isPartial = !isAlways && !isWhole && !subs.includes(null)
    projected[name] = pickSub(
      value,
      (sub) => (!isPartial || subs.includes(sub)) && !dropped.some((part) => part.sub === sub),
    )
  }
  return projected
}

/** Returns a resource with the attributes that a projection leaves. */
export function projectResource(
  type: ResourceType,
  resource: Resource,
  projection: Projection,
): Resource {
  if (!projection.included && !projection.excluded.length) return resource
  const urns = new Set(type.extensions.map((schema) => schema.urn))
  const core = Object.fromEntries(Object.entries(resource).filter(([name]) => !urns.has(name)))
  const projected = projectPart(core, null, projection)
  for (const urn of urns) {
    const part = projectPart((resource[urn] ?? {}) as Resource, urn, projection)
    if (Object.keys(part).length) projected[urn] = part
  }
  return projected
}
