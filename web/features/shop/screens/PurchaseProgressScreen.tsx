import { Button, Loader, Skeleton } from '@mantine/core'
import { Link, Navigate, useSearch } from '@tanstack/react-router'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { useOwnPurchases } from '#web/shared/purchases/purchases.api.ts'
import { usePageTitle } from '#web/shared/page-title.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'

/**
 * /loading?id=…: waits for a gift card order, then redirects to it. An unknown order redirects to
 * the feed.
 */
export function PurchaseProgressScreen() {
  const { t } = useTranslation('shop')
  const { id } = useSearch({ from: '/shell/loading' })
  const purchases = useOwnPurchases({ type: 'automatic' })
  usePageTitle(t('loading.title'))
  const found = purchases.data?.pages.flatMap((page) => page.items).find((item) => item.id === id)
  if (found && found.status !== 'pending')
    return <Navigate to="/rewards" search={{ tab: 'mine', purchase: found.id }} replace />
  // A cached list may be older than the order.
  if (purchases.data && !found && !purchases.isFetching) return <Navigate to="/feed" replace />
  return (
    <Page title={t('loading.title')} narrow>
      <Card>
        {purchases.isLoadingError ? (
          <ErrorState error={purchases.error} retry={() => void purchases.refetch()} />
        ) : null}
        {found || purchases.isLoadingError ? null : (
          <div aria-busy="true">
            <Skeleton height={260} />
          </div>
        )}
        {found ? (
          <EmptyState art="gift" level={2} title={found.title} text={t('loading.text')}>
            <Loader type="dots" mb="md" aria-hidden="true" />
            <Button
              variant="default"
              renderRoot={(props) => (
                <Link to="/rewards" search={{ tab: 'mine', purchase: found.id }} {...props} />
              )}
            >
              {t('loading.action')}
            </Button>
          </EmptyState>
        ) : null}
      </Card>
    </Page>
  )
}
