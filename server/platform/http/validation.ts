import type { z } from 'zod'
import { isErrorCode } from '#contract/errors.ts'
import { Refusal } from '#server/platform/errors.ts'

type Issue = z.core.$ZodIssue

/**
 * Returns the error for one issue. Schemas put an error code in the message; otherwise the kind of
 * the issue determines the code.
 */
function toRefusalItem(issue: Issue): Refusal['list'][number] {
  const field = issue.path.map(String).join('.')
  const where = field ? { field } : {}
  const bounds: Record<string, string | number> = {}
  if ('minimum' in issue && typeof issue.minimum === 'number') bounds['start'] = issue.minimum
  if ('maximum' in issue && typeof issue.maximum === 'number') {
    bounds['finish'] = issue.maximum
    bounds['price'] = issue.maximum
  }
  // `code|start|finish` contains both bounds (contract/schemas/common.ts).
  const [code = '', start, finish] = issue.message.split('|')
  if (start !== undefined && finish !== undefined)
    Object.assign(bounds, { start: Number(start), finish: Number(finish) })
  // A text or list with a maximum alone has the minimum 0.
  const counted = 'origin' in issue && ['string', 'array'].includes(String(issue.origin))
  if (counted && bounds['finish'] !== undefined) bounds['start'] ??= 0
  const params = Object.keys(bounds).length ? { params: bounds } : {}
  if (isErrorCode(code)) return { code, ...where, ...params }
  if (issue.code === 'too_small' || issue.code === 'too_big')
    return { code: 'out_of_range', ...where, ...params }
  if (issue.code === 'unrecognized_keys')
    return {
      code: 'wrong_format',
      field: [...issue.path.map(String), issue.keys[0] ?? ''].join('.').slice(0, 100),
    }
  if (issue.code === 'invalid_union') {
    const inner = issue.errors.flat().find((one) => isErrorCode(one.message.split('|')[0] ?? ''))
    if (inner) return toRefusalItem({ ...inner, path: [...issue.path, ...inner.path] } as Issue)
  }
  return { code: 'wrong_format', ...where }
}

/** Parses input of a call. Throws a Refusal with one error for each invalid field (20 at most). */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const seen = new Set<string>()
  const list = result.error.issues
    .slice(0, 20)
    .map(toRefusalItem)
    .filter((one) => !seen.has(one.field ?? '') && seen.add(one.field ?? ''))
  throw new Refusal(list)
}
