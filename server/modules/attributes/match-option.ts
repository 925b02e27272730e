import type { AttributeRow } from './queries.ts'

/**
 * Returns a value as an attribute stores it: the spelling of a list's option, regardless of case.
 * Undefined if the list has no such option.
 */
export function matchOption(
  { kind, options }: Pick<AttributeRow, 'kind' | 'options'>,
  value: string,
): string | undefined {
  if (kind === 'text') return value
  const folded = value.toLowerCase()
  return options.find((option) => option.toLowerCase() === folded)
}
