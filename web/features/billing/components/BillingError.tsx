import { Alert } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { callErrorText } from '#web/shared/errors/error-messages.ts'
import { ApiCallError } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'

/** Shows why a subscription action failed; a declined card gets a link to change the card. */
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
