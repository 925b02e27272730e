import type { PurchaseEvent } from '#contract/schemas/rewards.ts'
import { useConfig } from '#web/shared/config.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './purchase-card.module.css'

/** Shows the events of a purchase in a list that folds, newest last. */
export function PurchaseHistory({
  events,
  title,
  isOpen = false,
}: {
  events: PurchaseEvent[]
  title: string
  isOpen?: boolean
}) {
  const { t } = useTranslation('shop')
  const {
    settings: { timezone },
  } = useConfig()
  const name = usePersonName()
  if (!events.length) return null
  return (
    <details className={css['history']} open={isOpen}>
      <summary>
        {t('history.title')}
        <span className="sr-only"> {title}</span>
      </summary>
      <ol>
        {events.map((event, index) => (
          <li key={index} data-type={event.type}>
            <span>
              {t(`history.${event.type === 'ordered' && event.actor ? 'ordered_by' : event.type}`, {
                name: event.actor ? name(event.actor) : t('common:former'),
                count: event.amount ?? 0,
              })}
            </span>
            <time dateTime={event.created_at}>{formatDateTime(event.created_at, timezone)}</time>
          </li>
        ))}
      </ol>
    </details>
  )
}
