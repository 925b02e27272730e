import type { Attribute } from './attributes.ts'
import { findAttribute } from './attributes.ts'
import type { Filter, FilterOperator, FilterValue } from './filter-parser.ts'
import { throwInvalid } from './scim-error.ts'
import type { Resource } from './values.ts'

const compareTexts: Record<FilterOperator, (left: string, right: string) => boolean> = {
  eq: (left, right) => left === right,
  ne: (left, right) => left !== right,
  co: (left, right) => left.includes(right),
  sw: (left, right) => left.startsWith(right),
  ew: (left, right) => left.endsWith(right),
  gt: (left, right) => left > right,
  ge: (left, right) => left >= right,
  lt: (left, right) => left < right,
  le: (left, right) => left <= right,
}

function matchesValue(
  { caseExact, type }: Attribute,
  actual: unknown,
  operator: FilterOperator,
  expected: FilterValue,
): boolean {
  if (actual === undefined) return operator === 'ne' ? expected !== null : expected === null
  const toComparable = (value: unknown) =>
    caseExact || type === 'boolean' ? String(value) : String(value).toLowerCase()
  return compareTexts[operator](toComparable(actual), toComparable(expected))
}

/**
 * Returns whether a value of a multi-valued attribute matches the filter of a path. Texts match in
 * any case unless the attribute is caseExact. Throws invalidPath for an unknown sub-attribute.
 */
export function matchesFilter(attribute: Attribute, filter: Filter, value: Resource): boolean {
  const matches = (part: Filter): boolean => matchesFilter(attribute, part, value)
  switch (filter.kind) {
    case 'and':
      return filter.parts.every(matches)
    case 'or':
      return filter.parts.some(matches)
    case 'not':
      return !matches(filter.of)
    case 'values':
      return throwInvalid('invalidPath', 'A filter of a path has no further filter')
    case 'present':
    case 'compare': {
      const { name } = filter.path
      const sub = findAttribute(attribute.subAttributes, name ?? '')
      if (!sub || filter.path.sub !== null)
        return throwInvalid('invalidPath', `${attribute.name} has no attribute ${name}`)
      if (filter.kind === 'present') return value[sub.name] !== undefined
      return matchesValue(sub, value[sub.name], filter.operator, filter.value)
    }
  }
}

/**
 * Returns the value that the filter of a path describes, such as `{ type: 'work' }` of
 * `type eq "work"`; undefined if it is no conjunction of equalities.
 */
export function describeFilter(attribute: Attribute, filter: Filter): Resource | undefined {
  if (filter.kind === 'and') {
    const parts = filter.parts.map((part) => describeFilter(attribute, part))
    return parts.every((part) => part !== undefined)
      ? (Object.assign({}, ...parts) as Resource)
      : undefined
  }
  if (filter.kind !== 'compare' || filter.operator !== 'eq' || filter.value === null)
    return undefined
  const sub = findAttribute(attribute.subAttributes, filter.path.name ?? '')
  return sub && { [sub.name]: filter.value }
}
