import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useConnectSlack } from '../api/queries.ts'

type SlackSearch = { code?: unknown; state?: unknown; error?: unknown }
/** The router parses digits as a number. */
const toText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/**
 * Finishes the authorization when Slack returns to the page, and removes its parameters from the
 * address. `refusal`: the error of Slack, for example `access_denied`.
 */
export function useSlackReturn() {
  const { t } = useTranslation('connections')
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as SlackSearch
  const [{ code, state, refusal }] = useState(() => ({
    code: toText(search.code),
    state: toText(search.state),
    refusal: toText(search.error),
  }))
  const { mutate, isIdle, isPending, error } = useConnectSlack({
    onSuccess: () => notifySuccess(t('connected')),
  })
  // The code works once, also when the effect runs twice.
  const hasStarted = useRef(false)
  useEffect(() => {
    if (hasStarted.current || !(code || refusal)) return
    hasStarted.current = true
    void navigate({ to: '/settings/connections/slack', search: {}, replace: true })
    if (!refusal) mutate({ code, state })
  }, [code, mutate, navigate, refusal, state])
  const isConnecting = isPending || (isIdle && code !== '' && !refusal)
  return { isConnecting, error, refusal }
}
