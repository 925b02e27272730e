import { email, hasWebAddress, isOneLine } from '#contract/schemas/common.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'

export type TextField =
  | 'first_name'
  | 'last_name'
  | 'job_title'
  | 'manager'
  | 'department'
  | 'location'
  | 'employee_number'
  | 'cost_center'
export type CellProblem = { code: ErrorCode; params?: Record<string, number> }

const fieldCharsMax: Record<TextField, number> = {
  first_name: limits.name_chars_max,
  last_name: limits.name_chars_max,
  job_title: limits.job_title_chars_max,
  manager: limits.email_chars_max,
  department: limits.group_name_chars_max,
  location: limits.group_name_chars_max,
  employee_number: limits.employee_number_chars_max,
  cost_center: limits.cost_center_chars_max,
}

export const isEmailAddress = (cell: string): boolean =>
  cell.includes('@') && email.safeParse(cell).success

const isName = (field: TextField) => field === 'first_name' || field === 'last_name'

/** Returns why a text of a field cannot be stored, or undefined. */
export function findTextProblem(field: TextField, text: string): CellProblem | undefined {
  const finish = fieldCharsMax[field]
  if (text.length > finish) return { code: 'out_of_range', params: { start: 0, finish } }
  if (!isOneLine(text)) return { code: 'invisible_characters' }
  if (isName(field) && hasWebAddress(text)) return { code: 'name_link' }
  return undefined
}

/** Returns whether a cell may be a name or a title: text, neither a number nor an address. */
export const isPlausibleText = (cell: string): boolean =>
  /\p{L}/u.test(cell) && !isEmailAddress(cell)
