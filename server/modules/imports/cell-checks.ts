import { email, hasWebAddress, isOneLine } from '#contract/schemas/common.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'

export type TextField = 'first_name' | 'last_name' | 'job_title'
export type CellProblem = { code: ErrorCode; params?: Record<string, number> }

const fieldCharsMax: Record<TextField, number> = {
  first_name: limits.name_chars_max,
  last_name: limits.name_chars_max,
  job_title: limits.job_title_chars_max,
}

export const isEmailAddress = (cell: string): boolean =>
  cell.includes('@') && email.safeParse(cell).success

/** Returns why a name or a title cannot be stored, or undefined. */
export function findTextProblem(field: TextField, text: string): CellProblem | undefined {
  const finish = fieldCharsMax[field]
  if (text.length > finish) return { code: 'out_of_range', params: { start: 0, finish } }
  if (!isOneLine(text)) return { code: 'invisible_characters' }
  if (field !== 'job_title' && hasWebAddress(text)) return { code: 'name_link' }
  return undefined
}

/** Returns whether a cell may be a name or a title: text, neither a number nor an address. */
export const isPlausibleText = (cell: string): boolean =>
  /\p{L}/u.test(cell) && !isEmailAddress(cell)
