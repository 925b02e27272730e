import { useTranslation } from '#web/lib/translate.ts'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { pickChanged } from '#web/shared/forms/changed-values.ts'
import { useSavedValues } from '#web/shared/forms/use-saved-values.ts'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import {
  type SsoConnection,
  type SsoConnectionInput,
  type SsoSettings,
  useUpdateConnection,
} from '../api/queries.ts'

/**
 * Returns the form of one part of a connection. `toValues` fills it from the connection, also after
 * saving; `toInput` returns what to send.
 */
export function useConnectionForm<Values extends Record<string, unknown>>(
  connection: SsoConnection,
  {
    toValues,
    toInput,
  }: {
    toValues: (connection: SsoConnection) => Values
    toInput: (values: Values) => SsoConnectionInput
  },
) {
  const { t } = useTranslation('connections')
  const saved = toValues(connection)
  const form = useServerForm<Values>({ initialValues: saved, fieldNames: Object.keys(saved) })
  useSavedValues(form, saved)
  /** Shows the stored values. */
  const fill = ({ connections }: SsoSettings) => {
    const stored = connections.find(({ id }) => id === connection.id)
    if (!stored) return
    form.setInitialValues(toValues(stored))
    form.reset()
  }
  const update = useUpdateConnection(connection.id, {
    onSuccess: (settings) => {
      fill(settings)
      notifySuccess(t('saved'))
    },
    onError: form.showRefusal,
  })
  // A changed name does not put back what a colleague or the provider's metadata has changed.
  const submit = form.submitTo((values) =>
    update.mutate(pickChanged(toInput(values), toInput(saved) as Record<string, unknown>)),
  )
  return { form, submit, fill, isSaving: update.isPending }
}
