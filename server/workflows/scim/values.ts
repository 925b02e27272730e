import { limits } from '#contract/limits.ts'
import {
  type Attribute,
  attributesOf,
  findAttribute,
  findSchema,
  type ResourceType,
} from './attributes.ts'
import { throwInvalid } from './scim-error.ts'

/** A resource with the names of its attributes as the schemas spell them. */
export type Resource = Record<string, unknown>

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const throwType = ({ name, type }: Attribute): never =>
  throwInvalid('invalidValue', `${name} is not ${type === 'integer' ? 'an' : 'a'} ${type}`)

function toBoolean(attribute: Attribute, value: unknown): boolean {
  if (typeof value === 'boolean') return value
  // Entra ID sends "True" and "False".
  const word = typeof value === 'string' ? value.trim().toLowerCase() : ''
  return word === 'true' || (word === 'false' ? false : throwType(attribute))
}
function toInteger(attribute: Attribute, value: unknown): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return Number.isSafeInteger(number) ? (number as number) : throwType(attribute)
}
function toText(attribute: Attribute, value: unknown): string {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string') return throwType(attribute)
  return text.includes('\u0000') || !text.isWellFormed()
    ? throwInvalid('invalidValue', `${attribute.name} has characters that cannot be stored`)
    : text
}

/** Returns the id at the end of a URI such as `../Users/…`. */
const idOfReference = (uri: unknown): unknown =>
  typeof uri === 'string' ? uri.split('/').at(-1) : undefined

/**
 * Sets a part of a complex value; undefined removes it. The `value` follows a new `$ref`, which names
 * the same resource.
 */
export function setPart(complex: Resource, name: string, part: unknown): void {
  if (part === undefined) delete complex[name]
  else complex[name] = part
  if (name === '$ref') setPart(complex, 'value', idOfReference(part))
}

/** Returns the known sub-attributes of a complex value. A plain text is its `value`. */
function toComplex(attribute: Attribute, value: unknown): Resource | undefined {
  const subAttributes = attribute.subAttributes ?? []
  if (!isObject(value)) {
    const main = findAttribute(subAttributes, 'value')
    if (!main) return throwType(attribute)
    const text = toText(main, value)
    return text === '' ? undefined : { value: text }
  }
  const complex: Resource = {}
  for (const [name, part] of Object.entries(value)) {
    const sub = findAttribute(subAttributes, name)
    const normalized = sub && normalizeValue(sub, part)
    if (sub && normalized !== undefined) complex[sub.name] = normalized
  }
  if (complex['value'] === undefined && complex['$ref'] !== undefined)
    setPart(complex, '$ref', complex['$ref'])
  return Object.keys(complex).length ? complex : undefined
}

function normalizeSingle(attribute: Attribute, given: unknown): unknown {
  const { type } = attribute
  if (type === 'complex') return toComplex(attribute, given)
  const value = isObject(given) && 'value' in given ? given['value'] : given
  if (value === null) return undefined
  if (type === 'boolean') return toBoolean(attribute, value)
  if (type === 'integer') return toInteger(attribute, value)
  return toText(attribute, value)
}

/**
 * Returns a value in the form of its schema; undefined for null and for empty lists. An array of one
 * element stands for a single value. Throws invalidValue.
 */
export function normalizeValue(
  attribute: Attribute,
  value: unknown,
  valuesMax: number = limits.scim_values_max,
): unknown {
  if (value === null || value === undefined) return undefined
  if (attribute.multiValued) {
    const list = Array.isArray(value) ? value : [value]
    if (list.length > valuesMax)
      throwInvalid('invalidValue', `${attribute.name} has more than ${valuesMax} values`)
    const normalized = list.flatMap((item) => {
      const one = item === null ? undefined : normalizeSingle(attribute, item)
      return one === undefined ? [] : [one]
    })
    return normalized.length ? normalized : undefined
  }
  if (!Array.isArray(value)) return normalizeSingle(attribute, value)
  if (value.length > 1) throwInvalid('invalidValue', `${attribute.name} has one value only`)
  const only: unknown = value[0]
  return only === null || only === undefined ? undefined : normalizeSingle(attribute, only)
}

/** Returns the known attributes of an object of one schema, without null values. */
function normalizeAttributes(
  attributes: readonly Attribute[],
  given: Record<string, unknown>,
  valuesMax?: number,
): Resource {
  const resource: Resource = {}
  for (const [name, value] of Object.entries(given)) {
    const attribute = findAttribute(attributes, name)
    if (!attribute || attribute.name === 'meta' || attribute.name === 'schemas') continue
    const normalized = normalizeValue(attribute, value, valuesMax)
    if (normalized !== undefined) resource[attribute.name] = normalized
  }
  return resource
}

/**
 * Returns the attributes of a request body that Laurel knows; others are ignored. Names match in any
 * case. Throws invalidSyntax unless the body is an object, and invalidValue.
 */
export function normalizeResource(type: ResourceType, body: unknown, valuesMax?: number): Resource {
  if (!isObject(body)) throwInvalid('invalidSyntax', 'The body is not a JSON object')
  const resource = normalizeAttributes(attributesOf(type, type.core), body, valuesMax)
  for (const [name, value] of Object.entries(body)) {
    const schema = findSchema(type, name)
    if (!schema || schema === type.core || value === null) continue
    if (!isObject(value)) throwInvalid('invalidValue', `${schema.urn} is not an object`)
    resource[schema.urn] = normalizeAttributes(schema.attributes, value)
  }
  return resource
}
