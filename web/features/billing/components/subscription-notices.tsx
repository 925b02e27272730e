import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

/** Shown to a team that pays by invoice and has nothing to configure. */
export function PaidByInvoiceNotice() {
  const { t } = useTranslation('billing')
  return (
    <Card>
      <EmptyState art="laurel" level={2} title={t('invoiced.title')} text={t('invoiced.text')} />
    </Card>
  )
}

/** Shown when the team already has a subscription. */
export function SubscribedNotice() {
  const { t } = useTranslation('billing')
  return (
    <Card>
      <EmptyState art="laurel" level={2} title={t('subscribed.title')} text={t('subscribed.text')}>
        <Button component={Link} to="/settings/billing/overview">
          {t('subscribed.action')}
        </Button>
      </EmptyState>
    </Card>
  )
}
