import type { Attribute } from './attributes.ts'
import { describeFilter, matchesFilter } from './match-filter.ts'
import type { Operation } from './patch-operations.ts'
import { throwInvalid } from './scim-error.ts'
import { isObject, normalizeValue, type Resource, setPart } from './values.ts'

function setOrDelete(target: Resource, name: string, value: unknown): void {
  if (value === undefined) delete target[name]
  else target[name] = value
}

function changeSingle(container: Resource, { op, attribute, sub, value }: Operation): void {
  const { name } = attribute
  const current = container[name]
  const isRemoval = op === 'remove'
  if (!sub) {
    const next = isRemoval ? undefined : normalizeValue(attribute, value)
    // Parts of a complex value that the operation does not name stay.
    const isMerged = isObject(current) && isObject(next)
    setOrDelete(container, name, isMerged ? { ...current, ...next } : next)
    return
  }
  const complex = isObject(current) ? { ...current } : {}
  setPart(complex, sub.name, isRemoval ? undefined : normalizeValue(sub, value))
  setOrDelete(container, name, Object.keys(complex).length ? complex : undefined)
}

const isSameValue = (left: Resource, right: Resource): boolean =>
  left['value'] === right['value'] && left['type'] === right['type']

const toValues = (attribute: Attribute, value: unknown): Resource[] =>
  (normalizeValue(attribute, value) as Resource[] | undefined) ?? []

/** Returns the values of an attribute after an operation without a filter. */
function changeAll(values: Resource[], operation: Operation): Resource[] {
  const { op, attribute, sub, value } = operation
  if (sub) return changeMatching(values.length ? values : [{}], () => true, operation)
  const given = op === 'remove' && value === undefined ? [] : toValues(attribute, value)
  if (op === 'replace') return given
  if (op === 'remove')
    return value === undefined
      ? []
      : values.filter((one) => !given.some((other) => one['value'] === other['value']))
  return [...values.filter((one) => !given.some((other) => isSameValue(one, other))), ...given]
}

/** Returns the values after an operation on those that match. */
function changeMatching(
  values: Resource[],
  matches: (value: Resource) => boolean,
  { op, attribute, sub, value }: Operation,
): Resource[] {
  const isRemoval = op === 'remove'
  if (isRemoval && !sub) return values.filter((one) => !matches(one))
  const part = sub && !isRemoval ? normalizeValue(sub, value) : undefined
  const added = sub ? undefined : toValues(attribute, value)[0]
  return values.map((one) => {
    if (!matches(one)) return one
    if (!sub) return { ...one, ...added }
    const next = { ...one }
    setOrDelete(next, sub.name, part)
    return next
  })
}

function changeFiltered(values: Resource[], operation: Operation): Resource[] {
  const { op, attribute, filter } = operation
  if (!filter) return changeAll(values, operation)
  const matches = (value: Resource) => matchesFilter(attribute, filter, value)
  if (op === 'remove' || values.some(matches)) return changeMatching(values, matches, operation)
  // Entra ID sets values such as phoneNumbers[type eq "work"].value before they exist.
  const described = describeFilter(attribute, filter)
  if (!described) throwInvalid('noTarget', `No value of ${attribute.name} matches the filter`)
  return [...values, ...changeMatching([described], () => true, operation)]
}

/**
 * Applies the operations of a PATCH request to a resource in memory, in their order. The caller
 * stores the result as a whole, so a bad operation changes nothing. Throws invalidValue and others.
 */
export function applyPatch(
  resource: Resource,
  operations: readonly Operation[],
  coreUrn: string,
): Resource {
  const patched = structuredClone(resource)
  for (const operation of operations) {
    const { schema, attribute } = operation
    const isCore = schema.urn === coreUrn
    const container = isCore ? patched : ((patched[schema.urn] ??= {}) as Resource)
    if (!attribute.multiValued) {
      changeSingle(container, operation)
      continue
    }
    const values = changeFiltered((container[attribute.name] ?? []) as Resource[], operation)
    setOrDelete(container, attribute.name, values.length ? values : undefined)
  }
  return patched
}
