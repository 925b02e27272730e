import { notifications } from '@mantine/notifications'
import type { ApiError } from '#contract/errors.ts'
import { ApiCallError } from '#web/lib/client.ts'
import { formatDay } from '#web/lib/format.ts'
import i18n, { type Translate } from '#web/lib/translate.ts'

const [minuteS, minutesShownMax] = [60, 90]

const isIsoDate = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
/** The text of a refusal in the reader's language; codes are the contract's. */
export function errorText(
  t: Translate,
  error: Pick<ApiError, 'code' | 'params'> | undefined,
): string {
  if (!error) return t('errors:unknown')
  const left = error.code === 'over_limit' ? error.params?.['left'] : undefined
  if (left !== undefined) return t('errors:over_limit_left', { left })
  return t(
    i18n.exists(`errors:${error.code}`) ? `errors:${error.code}` : `refusals:${error.code}`,
    Object.fromEntries(
      Object.entries(error.params ?? {}).map(([name, value]) => [
        name,
        isIsoDate(value) ? formatDay(value) : value,
      ]),
    ),
  )
}

/**
 * The text of one error of a call. A refusal that says when to come back says so in minutes or
 * hours.
 */
function apiErrorText(
  t: Translate,
  { retryAfterS = 0 }: ApiCallError,
  error: ApiError | undefined,
): string {
  if (error?.code !== 'too_many' || retryAfterS < minuteS) return errorText(t, error)
  const minutes = Math.ceil(retryAfterS / minuteS)
  return minutes <= minutesShownMax
    ? t('errors:too_many_minutes', { count: minutes })
    : t('errors:too_many_hours', { count: Math.ceil(minutes / 60) })
}

/** The same for whatever a call has thrown. */
export const callErrorText = (t: Translate, error: unknown): string =>
  error instanceof ApiCallError ? apiErrorText(t, error, error.errors[0]) : errorText(t, undefined)

/** The person closed a dialog that an action waited for: there is nothing to say about it. */
export class CanceledError extends Error {}

/** What a form shows after a refused call: texts at their fields, the rest above the form. */
export type FormErrors = { fields: Record<string, string>; general: string | null }
export const noFormErrors: FormErrors = { fields: {}, general: null }

export function toFormErrors(t: Translate, error: unknown, known: readonly string[]): FormErrors {
  if (error instanceof CanceledError) return noFormErrors
  if (!(error instanceof ApiCallError)) return { fields: {}, general: t('errors:unknown') }
  const fields: Record<string, string> = {}
  let general: string | null = null
  for (const one of error.errors) {
    const field = one.field && known.includes(one.field) ? one.field : one.field?.split('.')[0]
    if (field && known.includes(field)) fields[field] ??= apiErrorText(t, error, one)
    else general ??= apiErrorText(t, error, one)
  }
  return { fields, general }
}

/** Tells a failure that belongs to no field. */
export function notifyError(t: Translate, error: unknown): void {
  if (error instanceof CanceledError) return
  notifications.show({
    message: callErrorText(t, error),
    color: 'red',
    role: 'alert',
    closeButtonProps: { 'aria-label': t('common:close') },
  })
}
export function notifySuccess(message: string): void {
  notifications.show({
    message,
    color: 'teal',
    closeButtonProps: { 'aria-label': i18n.t('common:close') },
  })
}
