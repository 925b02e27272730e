import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useConfig } from '#web/shared/config.ts'
import { notifySuccess, notifyError } from '#web/shared/errors/error-messages.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { formatDateTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import {
  type Webhook,
  type WebhookDelivery,
  deliveriesQuery,
  useRedeliver,
} from '../api/queries.ts'
import { webhookName, deliveryOutcomeText } from '../webhook-labels.ts'
import css from './webhooks.module.css'

const statusTones = { delivered: 'good', failed: 'bad', waiting: 'wait', skipped: 'wait' } as const

function DeliveryEntry({ hook, one }: { hook: Webhook; one: WebhookDelivery }) {
  const { t } = useTranslation('connections')
  const {
    settings: { timezone },
  } = useConfig()
  const again = useRedeliver(hook.id, {
    onSuccess: () => notifySuccess(t('log.again_done')),
    onError: (error) => notifyError(t, error),
  })
  const facts = [
    formatDateTime(one.created_at, timezone),
    deliveryOutcomeText(t, one),
    one.attempts > 1 ? t('log.attempts', { count: one.attempts }) : '',
    one.next_at ? t('log.next', { time: formatDateTime(one.next_at, timezone) }) : '',
  ]
  return (
    <li>
      <div>
        <div className={css['top']}>
          <b>{t(`event.${one.event}`)}</b>
          <span className={css['badge']} data-mood={statusTones[one.state]}>
            {t(`log.state.${one.state}`)}
          </span>
        </div>
        <small>{facts.filter(Boolean).join(' · ')}</small>
      </div>
      {one.state === 'waiting' || one.event === 'ping' ? null : (
        <Button
          size="xs"
          variant="default"
          loading={again.isPending}
          onClick={() => again.mutate(one.id)}
        >
          {t('log.again')}
        </Button>
      )}
      {one.answer && one.state !== 'delivered' ? (
        <pre className={css['answer']}>
          <span className="sr-only">{t('log.answer')}: </span>
          {one.answer}
        </pre>
      ) : null}
    </li>
  )
}

/** What was sent to a receiver and what came of it, newest first. */
export function DeliveryLogDialog({ hook, onClose }: { hook: Webhook; onClose: () => void }) {
  const { t } = useTranslation('connections')
  const log = useInfiniteQuery(deliveriesQuery(hook.id))
  const items = log.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Dialog
      title={t('log.title', { name: webhookName(t, hook) })}
      close={t('common:close')}
      size="lg"
      onClose={onClose}
    >
      {log.isPending ? (
        <div aria-busy="true">
          {[0, 1, 2, 3].map((index) => (
            <Skeleton key={index} height={44} mb={14} />
          ))}
        </div>
      ) : null}
      {log.isLoadingError ? (
        <ErrorState error={log.error} level={2} retry={() => void log.refetch()} />
      ) : null}
      {log.data && !items.length ? (
        <EmptyState art="laurel" level={2} title={t('log.empty')} text={t('log.empty_text')} />
      ) : null}
      {items.length ? (
        <ul className={css['log']}>
          {items.map((one) => (
            <DeliveryEntry key={one.id} hook={hook} one={one} />
          ))}
        </ul>
      ) : null}
      {log.hasNextPage ? (
        <Button
          variant="default"
          mt="md"
          loading={log.isFetchingNextPage}
          onClick={() => void log.fetchNextPage()}
        >
          {t('log.more')}
        </Button>
      ) : null}
    </Dialog>
  )
}
