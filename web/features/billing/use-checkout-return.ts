import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'

/**
 * Shows the outcome of the provider's page once, then removes it from the address. Returns `next`,
 * the page before the payment wall.
 */
export function useCheckoutReturn(
  to: '/settings/billing/overview' | '/settings/billing/payment_method',
): {
  next: string | undefined
} {
  const { t } = useTranslation('billing')
  const navigate = useNavigate()
  const { card, subscription, next } = useSearch({ strict: false }) as {
    card?: string
    subscription?: string
    next?: string
  }
  const wasShown = useRef(false)
  useEffect(() => {
    if (!card && !subscription) return
    // Effects may run twice; the message appears once.
    const answer = card === 'added' ? t('answer.added') : t('answer.canceled')
    if (!wasShown.current) notifySuccess(subscription === 'started' ? t('answer.started') : answer)
    wasShown.current = true
    void navigate({ to, search: next ? { next } : {}, replace: true })
  }, [card, subscription, next, navigate, t, to])
  return { next }
}
