import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf, OutputOf } from '#contract/routes/index.ts'
import { call } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'

export type AuditStream = NonNullable<OutputOf<'audit_stream.get'>['stream']>

export const auditStreamQuery = queryOptions({
  queryKey: queryKey('audit', 'stream'),
  queryFn: ({ signal }) => call('audit_stream.get', { signal }),
})

/** Returns what puts the answer of a change into the cache. */
function useStreamCaching() {
  const client = useQueryClient()
  return (settings: OutputOf<'audit_stream.get'>) =>
    client.setQueryData(auditStreamQuery.queryKey, settings)
}

export function useSaveAuditStream(onDone: () => void) {
  const { t } = useTranslation('settings')
  return useCall('audit_stream.save', {
    input: (body: BodyInputOf<'audit_stream.save'>) => ({ body }),
    provesPresence: true,
    updateCache: useStreamCaching(),
    onSuccess: () => {
      notifySuccess(t('audit.stream.saved'))
      onDone()
    },
  })
}

export function useRemoveAuditStream(onDone: () => void) {
  const { t } = useTranslation('settings')
  return useCall('audit_stream.remove', {
    provesPresence: true,
    updateCache: useStreamCaching(),
    onSuccess: () => {
      notifySuccess(t('audit.stream.removed'))
      onDone()
    },
    onError: (error) => notifyError(t, error),
  })
}

/** Sends a test entry. `onResult` gets why the receiver did not take it, or an empty text. */
export function useTestAuditStream(onResult: (reason: string) => void) {
  const { t } = useTranslation('settings')
  return useCall('audit_stream.test', {
    onSuccess: ({ error }) => onResult(error),
    onError: (error) => notifyError(t, error),
  })
}
