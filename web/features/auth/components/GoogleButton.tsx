import { Skeleton, Text, useComputedColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '#web/lib/client.ts'
import { bcp47Tag } from '#web/lib/i18n.ts'
import { loadScript } from '#web/lib/load-script.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './google-button.module.css'

/** As much of Google's script as we use. */
type GoogleIdentityApi = {
  initialize(options: {
    client_id: string
    nonce: string
    callback: (answer: { credential: string }) => void
    ux_mode: 'popup'
  }): void
  renderButton(
    place: HTMLElement,
    options: {
      type: 'standard'
      size: 'large'
      theme: 'outline' | 'filled_black'
      text: 'continue_with'
      shape: 'rectangular'
      width: number
      locale: string
    },
  ): void
}
const googleIdentityApi = () =>
  (window as { google?: { accounts?: { id?: GoogleIdentityApi } } }).google?.accounts?.id
const [widthMin, widthMax] = [200, 400]

/** The server's nonces live an hour: a page that stays open asks for another before that. */
const nonceRefreshMs = 30 * 60_000
export const googleNonceKey = ['google_nonce']

type Props = {
  client_id: string
  script_url: string
  busy: boolean
  onToken: (idToken: string, nonceKey: string) => void
}

/**
 * Google's own button, in a place that has its size before it is there. The code by mail works
 * whether or not it comes.
 */
export function GoogleButton({ client_id: clientId, script_url: scriptUrl, busy, onToken }: Props) {
  const { t, i18n } = useTranslation('auth')
  const scheme = useComputedColorScheme('light')
  const place = useRef<HTMLDivElement>(null)
  const told = useRef(onToken)
  useEffect(() => {
    told.current = onToken
  })
  const [loading, setLoading] = useState<'loading' | 'ready' | 'failed'>('loading')
  const [width, setWidth] = useState(0)
  const { data: proof, isError } = useQuery({
    queryKey: googleNonceKey,
    queryFn: ({ signal }) => call('auth.google_nonce', { signal }),
    staleTime: nonceRefreshMs,
    gcTime: 0,
    refetchInterval: nonceRefreshMs,
  })
  const state = isError && !proof ? 'failed' : loading === 'ready' && !proof ? 'loading' : loading

  useEffect(() => {
    let here = true
    loadScript(scriptUrl).then(
      () => {
        if (here) setLoading(googleIdentityApi() ? 'ready' : 'failed')
      },
      () => {
        if (here) setLoading('failed')
      },
    )
    return () => {
      here = false
    }
  }, [scriptUrl])

  useEffect(() => {
    const watch = new ResizeObserver(([entry]) =>
      setWidth(Math.min(widthMax, Math.max(widthMin, Math.floor(entry?.contentRect.width ?? 0)))),
    )
    if (place.current) watch.observe(place.current)
    return () => watch.disconnect()
  }, [state])

  useEffect(() => {
    const at = place.current
    if (state !== 'ready' || !at || !width || !proof) return
    const { nonce, nonce_key: nonceKey } = proof
    googleIdentityApi()?.initialize({
      client_id: clientId,
      nonce,
      ux_mode: 'popup',
      callback: ({ credential }) => told.current(credential, nonceKey),
    })
    at.replaceChildren()
    googleIdentityApi()?.renderButton(at, {
      type: 'standard',
      size: 'large',
      theme: scheme === 'dark' ? 'filled_black' : 'outline',
      text: 'continue_with',
      shape: 'rectangular',
      width,
      locale: bcp47Tag(i18n.language),
    })
  }, [clientId, proof, state, scheme, i18n.language, width])

  return (
    <div className={css['google']}>
      <div className={css['or']}>
        <span>{t('google.or')}</span>
      </div>
      {state === 'failed' ? (
        <Text size="sm" c="dimmed" role="status">
          {t('google.failed')}
        </Text>
      ) : (
        <div
          className={css['place']}
          aria-busy={busy || state === 'loading'}
          data-busy={busy || undefined}
        >
          {state === 'loading' ? <Skeleton height={40} radius="sm" /> : null}
          <div ref={place} className={css['button']} />
        </div>
      )}
    </div>
  )
}
