import { Button } from '@mantine/core'
import { IconAlertTriangle, IconClockHour4, IconExternalLink, IconGift } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { Purchase } from '#contract/schemas/rewards.ts'
import { useTranslation } from '#web/lib/translate.ts'
import own from './shop.module.css'

const icons = { pending: IconClockHour4, fulfilled: IconGift, declined: IconAlertTriangle } as const

/**
 * The outcome of a gift card order: pending, fulfilled with its link, or declined with a reason.
 */
export function GiftCardOutcome({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation('shop')
  const box = useRef<HTMLDivElement>(null)
  const { title, claim_url: claimUrl, decline_reason: declineReason } = purchase
  const status =
    purchase.status === 'declined' || purchase.status === 'fulfilled' ? purchase.status : 'pending'
  const Icon = icons[status]
  // The progress page is unmounted and has lost the focus.
  useEffect(() => box.current?.focus(), [status])
  return (
    <div ref={box} className={own['outcome']} data-status={status} tabIndex={-1} role="status">
      <Icon size={26} aria-hidden="true" />
      <div>
        <h2>{t(`outcome.${status}`, { title })}</h2>
        <p>{t(`outcome.${status}_text`, { reason: declineReason })}</p>
      </div>
      {status === 'fulfilled' && claimUrl ? (
        <Button
          component="a"
          href={claimUrl}
          target="_blank"
          rel="noreferrer"
          size="sm"
          rightSection={<IconExternalLink size={16} aria-hidden="true" />}
        >
          {t('claim')}
          <span className="sr-only"> {title}</span>
        </Button>
      ) : null}
    </div>
  )
}
