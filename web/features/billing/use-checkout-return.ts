import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'

/**
 * Back from the provider's page: what came of it is told once, then gone from the address. `next`:
 * where somebody was before they had to pay.
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
  const told = useRef(false)
  useEffect(() => {
    if (!card && !subscription) return
    // An effect may run twice; what is told once is told once.
    if (!told.current)
      notifySuccess(
        subscription === 'started'
          ? t('answer.started')
          : card === 'added'
            ? t('answer.added')
            : t('answer.canceled'),
      )
    told.current = true
    void navigate({ to, search: next ? { next } : {}, replace: true })
  }, [card, subscription, next, navigate, t, to])
  return { next }
}
