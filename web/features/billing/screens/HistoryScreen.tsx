import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Failure } from '#web/app/Failure.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { BillingPage } from '../components/BillingPage.tsx'
import { InvoiceRow, ReceiptRow } from '../components/InvoiceRow.tsx'
import css from '../components/billing.module.css'
import { invoicesQuery, receiptsQuery, runs, subscriptionQuery, upcomingQuery } from '../queries.ts'

function Waiting() {
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

function Invoices() {
  const { t } = useTranslation('billing')
  const subscription = useQuery(subscriptionQuery)
  const going = subscription.data !== undefined && runs(subscription.data)
  const upcoming = useQuery({ ...upcomingQuery(), enabled: going })
  const list = useInfiniteQuery(invoicesQuery)
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const next = going ? upcoming.data : null
  const pending = list.isPending || subscription.isPending || (going && upcoming.isPending)
  const error = list.error ?? subscription.error ?? upcoming.error
  return (
    <section aria-labelledby="invoices">
      <h2 id="invoices" className={css['heading']}>
        {t('history.invoices')}
      </h2>
      {pending && !error ? <Waiting /> : null}
      {error && !list.data ? (
        <Failure
          error={error}
          retry={() => {
            void list.refetch()
            void subscription.refetch()
          }}
        />
      ) : null}
      {!pending && !items.length && !next ? (
        <Card>
          <Notice art="laurel" title={t('history.empty')} text={t('history.empty_text')} />
        </Card>
      ) : null}
      {!pending && (items.length || next) ? (
        <Card>
          <ul className={css['list']} aria-labelledby="invoices">
            {next ? <InvoiceRow invoice={next} /> : null}
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
          onClick={() => void list.fetchNextPage()}
        >
          {t('history.more')}
        </Button>
      ) : null}
    </section>
  )
}

function Receipts() {
  const { t } = useTranslation('billing')
  const list = useInfiniteQuery(receiptsQuery)
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <section aria-labelledby="receipts">
      <h2 id="receipts" className={css['heading']}>
        {t('history.receipts')}
      </h2>
      {list.isPending ? <Waiting /> : null}
      {list.isError && !list.data ? (
        <Failure error={list.error} retry={() => void list.refetch()} />
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
          onClick={() => void list.fetchNextPage()}
        >
          {t('history.more_receipts')}
        </Button>
      ) : null}
    </section>
  )
}

/** /settings/billing/history: what comes, what was made out, and what was paid. */
export function HistoryScreen() {
  return (
    <BillingPage tab="history">
      <div className={css['stack']}>
        <Invoices />
        <Receipts />
      </div>
    </BillingPage>
  )
}
