import type { ApiError } from '#contract/errors.ts'
import { ApiCallError } from '#web/lib/client.ts'
import { formatDay } from '#web/lib/format.ts'
import i18n, { type Translate } from '#web/lib/translate.ts'
import { showNotification } from '#web/shared/notify.ts'

const [minuteS, minutesShownMax] = [60, 90]

const isIsoDate = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
/** Returns the text of a refusal in the reader's language; codes come from the contract. */
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
 * Returns the text of a call's error. A rate limit states the remaining time in minutes or hours.
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

/** Returns the text of any value thrown by a call. */
export const callErrorText = (t: Translate, error: unknown): string =>
  error instanceof ApiCallError ? apiErrorText(t, error, error.errors[0]) : errorText(t, undefined)

/** Thrown when the person closes a dialog that an action waits for; no message is shown. */
export class CanceledError extends Error {}

/** Returns the text for a failed call; null without an error, and after a closed dialog. */
export const failureText = (t: Translate, error: unknown): string | null =>
  error && !(error instanceof CanceledError) ? callErrorText(t, error) : null

/** Errors of a form after a refused call: texts by field, the rest above the form. */
export type FormErrors = { fields: Record<string, string>; general: string | null }
export const noFormErrors: FormErrors = { fields: {}, general: null }

export function toFormErrors(t: Translate, error: unknown, known: readonly string[]): FormErrors {
  if (error instanceof CanceledError) return noFormErrors
  if (!(error instanceof ApiCallError)) return { fields: {}, general: t('errors:unknown') }
  const fields: Record<string, string> = {}
  let general: string | null = null
  for (const apiError of error.errors) {
    const field =
      apiError.field && known.includes(apiError.field)
        ? apiError.field
        : apiError.field?.split('.')[0]
    if (field && known.includes(field)) fields[field] ??= apiErrorText(t, error, apiError)
    else general ??= apiErrorText(t, error, apiError)
  }
  return { fields, general }
}

/** Shows a notification for a failure without a field. */
export function notifyError(t: Translate, error: unknown): void {
  if (error instanceof CanceledError) return
  showNotification({
    message: callErrorText(t, error),
    color: 'var(--bad)',
    role: 'alert',
    closeButtonProps: { 'aria-label': t('common:close') },
  })
}
export function notifySuccess(message: string): void {
  showNotification({
    message,
    color: 'var(--good)',
    closeButtonProps: { 'aria-label': i18n.t('common:close') },
  })
}
