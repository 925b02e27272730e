import { limits } from '#contract/limits.ts'
import {
  type Attribute,
  attributesOf,
  findAttribute,
  findSchema,
  isIgnored,
  type ResourceType,
  type Schema,
} from './attributes.ts'
import { type Filter, parsePath, type PatchPath } from './filter-parser.ts'
import { throwInvalid } from './scim-error.ts'
import { isObject } from './values.ts'

type PatchOp = 'add' | 'replace' | 'remove'
/** An operation with its target. `sub`: a part of the attribute, `filter`: some of its values. */
export type Operation = {
  op: PatchOp
  schema: Schema
  attribute: Attribute
  sub: Attribute | null
  filter: Filter | null
  value: unknown
}
type Target = Omit<Operation, 'op' | 'value'>

/** Attributes that no client may name in a path. Others that are read only are ignored. */
const immutable = new Set(['id', 'meta', 'schemas'])

/**
 * Returns the target of a path; null for one that Laurel ignores. Throws invalidPath for an unknown
 * attribute and mutability for one that never changes.
 */
function resolvePath(type: ResourceType, path: PatchPath): Target | null {
  const schema = path.urn === null ? type.core : findSchema(type, path.urn)
  if (!schema || path.name === null) throwInvalid('invalidPath', `Unknown schema ${path.urn}`)
  const attribute = findAttribute(attributesOf(type, schema), path.name)
  if (!attribute)
    return isIgnored(schema, path.name)
      ? null
      : throwInvalid('invalidPath', `Unknown attribute ${path.name}`)
  if (immutable.has(attribute.name))
    throwInvalid('mutability', `${attribute.name} cannot be changed`)
  if (path.sub !== null && !attribute.subAttributes)
    throwInvalid('invalidPath', `${attribute.name} has no attribute ${path.sub}`)
  const sub = path.sub === null ? null : findAttribute(attribute.subAttributes, path.sub)
  // Parts of names and addresses that Laurel does not keep.
  if (sub === undefined || attribute.readOnly || sub?.readOnly) return null
  if (path.filter && !attribute.multiValued)
    throwInvalid('invalidPath', `${attribute.name} has one value only`)
  return { schema, attribute, sub, filter: path.filter }
}

/** Returns the operations on the attributes of an object: each name may be a path. */
function expandObject(
  type: ResourceType,
  op: PatchOp,
  value: unknown,
  urn: string | null,
): Operation[] {
  if (!isObject(value)) throwInvalid('invalidValue', 'An operation without a path needs an object')
  return Object.entries(value).flatMap(([name, part]): Operation[] => {
    const extension = urn === null ? findSchema(type, name) : undefined
    if (extension) return expandObject(type, op, part, extension.urn)
    if (immutable.has(name)) return []
    const target = resolvePath(type, parsePath(urn === null ? name : `${urn}:${name}`))
    return target ? [{ ...target, op, value: part }] : []
  })
}

/** Returns the operations that remove every attribute of an extension. */
const removeExtension = (schema: Schema): Operation[] =>
  schema.attributes.map((attribute) => ({
    op: 'remove',
    schema,
    attribute,
    sub: null,
    filter: null,
    value: undefined,
  }))

function readOperation(type: ResourceType, given: unknown): Operation[] {
  if (!isObject(given)) throwInvalid('invalidSyntax', 'An operation is not an object')
  const fields = new Map(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]))
  const [word, path, value] = [fields.get('op'), fields.get('path'), fields.get('value')]
  const op = typeof word === 'string' ? word.toLowerCase() : ''
  if (op !== 'add' && op !== 'replace' && op !== 'remove')
    throwInvalid('invalidSyntax', 'op must be add, replace or remove')
  if (op !== 'remove' && value === undefined)
    throwInvalid('invalidValue', 'The operation has no value')
  if (path === undefined || path === null || path === '')
    return op === 'remove'
      ? throwInvalid('noTarget', 'remove needs a path')
      : expandObject(type, op, value, null)
  if (typeof path !== 'string') throwInvalid('invalidPath', 'The path is not a text')
  const parsed = parsePath(path)
  const schema = parsed.urn === null ? undefined : findSchema(type, parsed.urn)
  if (schema && parsed.name === null)
    return op === 'remove' ? removeExtension(schema) : expandObject(type, op, value, schema.urn)
  const target = resolvePath(type, parsed)
  return target ? [{ ...target, op, value }] : []
}

/** Returns the operations of a PATCH request. Throws invalidSyntax, invalidPath and others. */
export function readOperations(type: ResourceType, body: unknown): Operation[] {
  if (!isObject(body)) throwInvalid('invalidSyntax', 'The body is not a JSON object')
  const list = Object.entries(body).find(([name]) => name.toLowerCase() === 'operations')?.[1]
  if (!Array.isArray(list) || list.length === 0)
    throwInvalid('invalidSyntax', 'Operations must be a list')
  if (list.length > limits.scim_operations_max)
    throwInvalid('invalidValue', `More than ${limits.scim_operations_max} operations`)
  return list.flatMap((given) => readOperation(type, given))
}
