import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ApiCallError } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { errorText } from './error-messages.ts'

/** What a screen shows when it could not be loaded: what happened, and a way to try again. */
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
  const again = () => {
    // What a screen has failed over is not drawn once more: it is forgotten, and asked anew.
    client.removeQueries({ type: 'inactive' })
    void client.invalidateQueries()
    void router.invalidate()
  }
  return (
    <EmptyState art="rain" level={level} title={t('failure.title')} text={text}>
      <Button onClick={retry ?? again}>{t('failure.retry')}</Button>
    </EmptyState>
  )
}

/** The same in the place of a whole screen that could not be had. */
export const ScreenErrorState = ({ error }: { error: unknown }) => (
  <ErrorState error={error} level={1} />
)
