import type { DateOrder, DateOrders, ImportField } from '#contract/schemas/imports.ts'

/** The fields of dates, whose order a file may leave open. */
export const dateFields = ['birth_date', 'hire_date', 'away_from', 'away_until'] as const
export const isDateField = (field: ImportField): field is keyof DateOrders =>
  dateFields.some((one) => one === field)
export const dateOrders = ['mdy', 'dmy'] as const satisfies DateOrder[]
