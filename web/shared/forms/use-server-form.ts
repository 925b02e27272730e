import { useForm, type UseFormInput } from '@mantine/form'
import { useMemo, useState } from 'react'
import { useTranslation } from '#web/lib/translate.ts'
import { toFormErrors } from '#web/shared/errors/error-messages.ts'

/**
 * Returns a form of @mantine/form whose errors also come from refused calls. `showRefusal` puts the
 * errors of the call at the fields named by `fieldNames` and the rest into `problems.general`.
 * Errors stay until the next submit, as the server validates. `submitTo` makes the submit handler.
 * `showProblem` replaces all errors by one of the whole form; null clears them.
 */
export function useServerForm<Values extends Record<string, unknown>>({
  fieldNames,
  ...options
}: UseFormInput<Values> & { fieldNames: readonly string[] }) {
  const { t } = useTranslation()
  const form = useForm<Values>({ clearInputErrorOnChange: false, ...options })
  const [general, setGeneral] = useState<string | null>(null)
  const { clearErrors, errors, onSubmit, setErrors } = form
  const problems = useMemo(() => ({ fields: errors, general }), [errors, general])
  const showRefusal = (error: unknown) => {
    const refusal = toFormErrors(t, error, fieldNames)
    setErrors(refusal.fields)
    setGeneral(refusal.general)
  }
  const showProblem = (text: string | null) => {
    clearErrors()
    setGeneral(text)
  }
  const submitTo = (send: (values: Values) => void) =>
    onSubmit(
      (values) => {
        setGeneral(null)
        send(values)
      },
      () => setGeneral(null),
    )
  return { ...form, problems, showProblem, showRefusal, submitTo }
}
