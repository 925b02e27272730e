import { useTranslation } from '#web/lib/translate.ts'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
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
  const initialValues = toValues(connection)
  const form = useServerForm<Values>({ initialValues, fieldNames: Object.keys(initialValues) })
  /** Shows the stored values. */
  const fill = ({ connections }: SsoSettings) => {
    const saved = connections.find(({ id }) => id === connection.id)
    if (!saved) return
    form.setInitialValues(toValues(saved))
    form.reset()
  }
  const update = useUpdateConnection(connection.id, {
    onSuccess: (settings) => {
      fill(settings)
      notifySuccess(t('saved'))
    },
    onError: form.showRefusal,
  })
  const submit = form.submitTo((values) => update.mutate(toInput(values)))
  return { form, submit, fill, isSaving: update.isPending }
}
