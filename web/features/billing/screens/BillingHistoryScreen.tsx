import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { loadNextPage } from '#web/shared/load-next-page.ts'
import { BillingPage } from '../components/BillingPage.tsx'
import { InvoiceRow, ReceiptRow } from '../components/InvoiceRow.tsx'
import css from '../components/billing.module.css'
import {
  invoicesQuery,
  receiptsQuery,
  isRunning,
  subscriptionQuery,
  upcomingInvoiceQuery,
} from '../api/queries.ts'

function InvoicesSkeleton() {
  return (
    <Card aria-busy="true">
      {[0, 1, 2].map((index) => (
        <div key={index} className={css['rowHead']} style={{ marginBottom: 20 }}>
          <div style={{ flex: 1 }}>
            <Skeleton height={20} width="45%" mb={8} />
            <Skeleton height={16} width="65%" />
          </div>
          <Skeleton height={22} width={80} />
        </div>
      ))}
    </Card>
  )
}

function InvoiceList() {
  const { t } = useTranslation('billing')
  const subscription = useQuery(subscriptionQuery)
  const isSubscribed = subscription.data !== undefined && isRunning(subscription.data)
  const upcoming = useQuery({ ...upcomingInvoiceQuery(), enabled: isSubscribed })
  const list = useInfiniteQuery(invoicesQuery)
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const nextInvoice = isSubscribed ? upcoming.data : null
  const isPending = list.isPending || subscription.isPending || (isSubscribed && upcoming.isPending)
  const error = list.error ?? subscription.error ?? upcoming.error
  return (
    <section aria-labelledby="invoices">
      <h2 id="invoices" className={css['heading']}>
        {t('history.invoices')}
      </h2>
      {isPending && !error ? <InvoicesSkeleton /> : null}
      {error && !list.data ? (
        <ErrorState
          error={error}
          retry={() => {
            void list.refetch()
            void subscription.refetch()
          }}
        />
      ) : null}
      {!isPending && !items.length && !nextInvoice ? (
        <Card>
          <EmptyState art="laurel" title={t('history.empty')} text={t('history.empty_text')} />
        </Card>
      ) : null}
      {!isPending && (items.length || nextInvoice) ? (
        <Card>
          <ul className={css['list']} aria-labelledby="invoices">
            {nextInvoice ? <InvoiceRow invoice={nextInvoice} /> : null}
            {items.map((invoice) => (
              <InvoiceRow key={invoice.id} invoice={invoice} />
            ))}
          </ul>
        </Card>
      ) : null}
      {list.hasNextPage ? (
        <Button
          variant="default"
          mt="md"
          loading={list.isFetchingNextPage}
          onClick={() => void loadNextPage(list)}
        >
          {t('history.more')}
        </Button>
      ) : null}
    </section>
  )
}

function ReceiptList() {
  const { t } = useTranslation('billing')
  const list = useInfiniteQuery(receiptsQuery)
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <section aria-labelledby="receipts">
      <h2 id="receipts" className={css['heading']}>
        {t('history.receipts')}
      </h2>
      {list.isPending ? <InvoicesSkeleton /> : null}
      {list.isError && !list.data ? (
        <ErrorState error={list.error} retry={() => void list.refetch()} />
      ) : null}
      {list.data && !items.length ? (
        <Card>
          <p className={css['none']}>{t('history.no_receipts')}</p>
        </Card>
      ) : null}
      {items.length ? (
        <Card>
          <ul className={css['list']} aria-labelledby="receipts">
            {items.map((receipt) => (
              <ReceiptRow key={receipt.id} receipt={receipt} />
            ))}
          </ul>
        </Card>
      ) : null}
      {list.hasNextPage ? (
        <Button
          variant="default"
          mt="md"
          loading={list.isFetchingNextPage}
          onClick={() => void loadNextPage(list)}
        >
          {t('history.more_receipts')}
        </Button>
      ) : null}
    </section>
  )
}

/** /settings/billing/history: the upcoming invoice, past invoices and receipts. */
export function BillingHistoryScreen() {
  return (
    <BillingPage tab="history">
      <div className={css['stack']}>
        <InvoiceList />
        <ReceiptList />
      </div>
    </BillingPage>
  )
}
