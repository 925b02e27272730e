import { Alert } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { callErrorText } from '#web/shared/errors/error-messages.ts'
import { ApiCallError } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'

/**
 * Why an act on the subscription did not happen, beside its button; where the card was refused,
 * with the way to another one.
 */
export function BillingError({ error }: { error: unknown }) {
  const { t } = useTranslation('billing')
  if (!error) return null
  const refused = error instanceof ApiCallError && error.has('payment_failed')
  return (
    <Alert color="red" role="alert" mt="md">
      {callErrorText(t, error)}
      {refused ? (
        <>
          {' '}
          <Link to="/settings/billing/payment_method">{t('card.change')}</Link>
        </>
      ) : null}
    </Alert>
  )
}
