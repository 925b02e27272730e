import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useConfig } from '#web/shared/config.ts'
import { notifySuccess, notifyError } from '#web/shared/errors/error-messages.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { type WebhookDelivery, deliveriesQuery, useRedeliver } from './deliveries.api.ts'
import { deliveryOutcomeText } from './delivery-labels.ts'
import css from './webhooks.module.css'
import { PagedList } from '#web/shared/PagedList.tsx'

const statusTones = { delivered: 'good', failed: 'bad', waiting: 'wait', skipped: 'wait' } as const

function DeliveryEntry({ hookId, delivery }: { hookId: string; delivery: WebhookDelivery }) {
  const { t } = useTranslation('connections')
  const {
    settings: { timezone },
  } = useConfig()
  const redeliver = useRedeliver(hookId, {
    onSuccess: () => notifySuccess(t('log.again_done')),
    onError: (error) => notifyError(t, error),
  })
  const facts = [
    formatDateTime(delivery.created_at, timezone),
    deliveryOutcomeText(t, delivery),
    delivery.attempts > 1 ? t('log.attempts', { count: delivery.attempts }) : '',
    delivery.next_at ? t('log.next', { time: formatDateTime(delivery.next_at, timezone) }) : '',
  ]
  return (
    <li>
      <div>
        <div className={css['top']}>
          <b>{t(`event.${delivery.event}`)}</b>
          <span className={css['badge']} data-mood={statusTones[delivery.state]}>
            {t(`log.state.${delivery.state}`)}
          </span>
        </div>
        <small>{facts.filter(Boolean).join(' · ')}</small>
      </div>
      {delivery.state === 'waiting' || delivery.event === 'ping' ? null : (
        <Button
          size="xs"
          variant="default"
          loading={redeliver.isPending}
          onClick={() => redeliver.mutate(delivery.id)}
        >
          {t('log.again')}
        </Button>
      )}
      {delivery.answer && delivery.state !== 'delivered' ? (
        <pre className={css['answer']}>
          <span className="sr-only">{t('log.answer')}: </span>
          {delivery.answer}
        </pre>
      ) : null}
    </li>
  )
}

/** The deliveries to a receiver and their outcomes, newest first. */
export function DeliveryLogDialog({
  hookId,
  name,
  onClose,
}: {
  hookId: string
  name: string
  onClose: () => void
}) {
  const { t } = useTranslation('connections')
  const log = useInfiniteQuery(deliveriesQuery(hookId))
  return (
    <Dialog title={t('log.title', { name })} close={t('common:close')} size="lg" onClose={onClose}>
      <PagedList
        query={log}
        texts={{ empty: t('log.empty'), emptyText: t('log.empty_text'), more: t('log.more') }}
        frame="div"
        skeletonHeights={[44, 44, 44, 44]}
      >
        {(deliveries) => (
          <ul className={css['log']}>
            {deliveries.map((delivery) => (
              <DeliveryEntry key={delivery.id} hookId={hookId} delivery={delivery} />
            ))}
          </ul>
        )}
      </PagedList>
    </Dialog>
  )
}
