import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { connectivity, useIsOffline } from '#web/lib/connectivity.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { refetchAll } from './live-updates.ts'
import css from './shell.module.css'

/**
 * Stands above the page while the server cannot be reached; once it answers, all on screen is asked
 * anew. Nothing typed is touched.
 */
export function OfflineBanner() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const router = useRouter()
  const lost = useIsOffline()
  const [asking, setAsking] = useState(false)
  useEffect(
    () =>
      connectivity.onReconnect(() => {
        void refetchAll(client)
        if (router.state.matches.some((match) => match.status === 'error')) void router.invalidate()
      }),
    [client, router],
  )
  const again = () => {
    setAsking(true)
    void connectivity.checkNow().finally(() => setAsking(false))
  }
  return (
    <div className={css['lostPlace']}>
      <div role="status">
        {lost ? (
          <p className={css['lost']}>
            {navigator.onLine ? t('errors:unavailable') : t('lost.offline')}
          </p>
        ) : null}
      </div>
      {lost ? (
        <button
          type="button"
          className={`plain ${css['lostAgain']}`}
          aria-disabled={asking}
          onClick={again}
        >
          {asking ? t('lost.trying') : t('failure.retry')}
        </button>
      ) : null}
    </div>
  )
}
