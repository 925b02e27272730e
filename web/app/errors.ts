import { notifications } from '@mantine/notifications'
import type { ApiError } from '#contract/errors.ts'
import { CallError } from '#web/lib/client.ts'
import { formatDay } from '#web/lib/format.ts'
import i18n, { type Translate } from '#web/lib/translate.ts'

const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
/** The text of a refusal in the reader's language; codes are the contract's. */
export function errorText(t: Translate, error: Pick<ApiError, 'code' | 'params'> | undefined): string {
  if (!error) return t('errors:unknown')
  const left = error.code === 'over_limit' ? error.params?.['left'] : undefined
  if (left !== undefined) return t('errors:over_limit_left', { left })
  return t(`errors:${error.code}`, Object.fromEntries(Object.entries(error.params ?? {}).map(([name, value]) => [name, isDay(value) ? formatDay(value) : value])))
}

/** The same for whatever a call has thrown. */
export const failureText = (t: Translate, error: unknown): string => errorText(t, error instanceof CallError ? error.errors[0] : undefined)

/** What a form shows after a refused call: texts at their fields, the rest above the form. */
export type FormProblems = { fields: Record<string, string>; general: string | null }
export const noProblems: FormProblems = { fields: {}, general: null }

export function problemsOf(t: Translate, error: unknown, known: readonly string[]): FormProblems {
  if (!(error instanceof CallError)) return { fields: {}, general: t('errors:unknown') }
  const fields: Record<string, string> = {}
  let general: string | null = null
  for (const one of error.errors) {
    const field = one.field && known.includes(one.field) ? one.field : one.field?.split('.')[0]
    if (field && known.includes(field)) fields[field] ??= errorText(t, one)
    else general ??= errorText(t, one)
  }
  return { fields, general }
}

/** Tells a failure that belongs to no field. */
export function tellError(t: Translate, error: unknown): void {
  notifications.show({ message: failureText(t, error), color: 'red', role: 'alert', closeButtonProps: { 'aria-label': t('common:close') } })
}
export function tell(message: string): void {
  notifications.show({ message, color: 'teal', closeButtonProps: { 'aria-label': i18n.t('common:close') } })
}
