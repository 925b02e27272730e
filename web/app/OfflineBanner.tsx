import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { connectivity, useIsOffline } from '#web/lib/connectivity.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { refetchAll } from './live-updates.ts'
import css from './shell.module.css'

/**
 * Shows a banner while the server is unreachable, and refetches every query on screen after
 * reconnecting. Form input is untouched.
 */
export function OfflineBanner() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const router = useRouter()
  const isOffline = useIsOffline()
  const [isChecking, setIsChecking] = useState(false)
  useEffect(
    () =>
      connectivity.onReconnect(() => {
        void refetchAll(client)
        if (router.state.matches.some((match) => match.status === 'error')) void router.invalidate()
      }),
    [client, router],
  )
  const retry = () => {
    setIsChecking(true)
    void connectivity.checkNow().finally(() => setIsChecking(false))
  }
  return (
    <div className={css['lostPlace']}>
      <div role="status">
        {isOffline ? (
          <p className={css['lost']}>
            {navigator.onLine ? t('errors:unavailable') : t('lost.offline')}
          </p>
        ) : null}
      </div>
      {isOffline ? (
        <button
          type="button"
          className={`plain ${css['lostAgain']}`}
          aria-disabled={isChecking}
          onClick={retry}
        >
          {isChecking ? t('lost.trying') : t('failure.retry')}
        </button>
      ) : null}
    </div>
  )
}
