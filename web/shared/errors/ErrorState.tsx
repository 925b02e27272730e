import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ApiCallError } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { errorText } from './error-messages.ts'

/** Shows why a screen failed to load, with a retry button. */
export function ErrorState({
  error,
  retry,
  level = 2,
}: {
  error: unknown
  retry?: () => void
  level?: 1 | 2
}) {
  const { t } = useTranslation()
  const router = useRouter()
  const client = useQueryClient()
  const text =
    error instanceof ApiCallError ? errorText(t, error.errors[0]) : t('errors:something_wrong')
  const retryAll = () => {
    // Inactive queries with errors are removed, so the next render fetches again.
    client.removeQueries({ type: 'inactive' })
    void client.invalidateQueries()
    void router.invalidate()
  }
  return (
    <EmptyState art="rain" level={level} title={t('failure.title')} text={text}>
      <Button onClick={retry ?? retryAll}>{t('failure.retry')}</Button>
    </EmptyState>
  )
}

/** The error page of a screen whose route failed to load. */
export const ScreenErrorState = ({ error }: { error: unknown }) => (
  <ErrorState error={error} level={1} />
)
