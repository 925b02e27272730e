import { Button, Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Plan } from '#contract/prices.ts'
import { isDue } from '#web/shared/billing/due-dates.ts'
import { InvoiceTotals, formatUsd } from '#web/shared/billing/InvoiceTotals.tsx'
import { useConfig } from '#web/shared/config.ts'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { call } from '#web/lib/client.ts'
import { formatDate } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useChangePlan } from '../api/queries.ts'
import { BillingError } from './BillingError.tsx'
import { queryKey } from '#web/shared/query-keys.ts'

/** Previews the other plan (exact price, credit and amount due now) before switching. */
export function SwitchPlanDialog({ to, onClose }: { to: Plan; onClose: () => void }) {
  const { t } = useTranslation('billing')
  const {
    settings: { timezone },
  } = useConfig()
  const [now] = useState(() => Date.now())
  // Refetched each time: the credit changes by the day.
  const preview = useQuery({
    queryKey: queryKey('billing', 'upcoming', { plan: to }, now),
    queryFn: ({ signal }) => call('billing.upcoming', { query: { plan: to }, signal }),
  })
  const change = useChangePlan(to, () => {
    notifySuccess(t('switch.done'))
    onClose()
  })
  const isDueToday = preview.data ? isDue(preview.data.created, now) : false
  const due = preview.data?.amount_due ?? 0
  return (
    <Dialog title={t(`switch.title_${to}`)} close={t('common:close')} size="lg" onClose={onClose}>
      {preview.isPending ? (
        <div aria-busy="true">
          {[0, 1, 2].map((index) => (
            <Skeleton key={index} height={36} mb="sm" />
          ))}
        </div>
      ) : null}
      {preview.isLoadingError ? (
        <ErrorState error={preview.error} retry={() => void preview.refetch()} />
      ) : null}
      {preview.data ? (
        <>
          <p style={{ marginTop: 0 }}>
            {isDueToday
              ? t('switch.now')
              : t('switch.later', { date: formatDate(preview.data.created, timezone) })}
          </p>
          <InvoiceTotals
            invoice={preview.data}
            timezone={timezone}
            totalLabel={
              isDueToday
                ? t('order.today')
                : t('order.on', { date: formatDate(preview.data.created, timezone) })
            }
          />
        </>
      ) : null}
      <BillingError error={change.error} />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button
          className="wraps"
          loading={change.isPending}
          disabled={!preview.data}
          onClick={() => change.mutate()}
        >
          {isDueToday && due > 0
            ? t('switch.pay', { amount: formatUsd(due) })
            : t(`switch.confirm_${to}`)}
        </Button>
      </Group>
    </Dialog>
  )
}
