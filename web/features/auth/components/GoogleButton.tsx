import { Skeleton, Text, useComputedColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { call } from '#web/lib/client.ts'
import { bcp47Tag } from '#web/lib/i18n.ts'
import { loadScript } from '#web/lib/load-script.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './google-button.module.css'
import { queryKey } from '#web/shared/query-keys.ts'

/** The part of Google's script that we use. */
type GoogleIdentityApi = {
  initialize(options: {
    client_id: string
    nonce: string
    callback: (answer: { credential: string }) => void
    ux_mode: 'popup'
  }): void
  renderButton(
    container: HTMLElement,
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

/** The server's nonces expire after an hour; an open page refetches before that. */
const nonceRefreshMs = 30 * 60_000

type Props = {
  client_id: string
  script_url: string
  busy: boolean
  onToken: (idToken: string, nonceKey: string) => void
}

/** Loads Google's script and returns its state. */
function useGoogleScript(scriptUrl: string) {
  const [loading, setLoading] = useState<'loading' | 'ready' | 'failed'>('loading')
  useEffect(() => {
    let isMounted = true
    loadScript(scriptUrl).then(
      () => {
        if (isMounted) setLoading(googleIdentityApi() ? 'ready' : 'failed')
      },
      () => {
        if (isMounted) setLoading('failed')
      },
    )
    return () => {
      isMounted = false
    }
  }, [scriptUrl])
  return loading
}

/** Returns the width (px) of the button in its container, measured again when `status` changes. */
function useButtonWidth(container: RefObject<HTMLDivElement | null>, status: string): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) =>
      setWidth(Math.min(widthMax, Math.max(widthMin, Math.floor(entry?.contentRect.width ?? 0)))),
    )
    if (container.current) observer.observe(container.current)
    return () => observer.disconnect()
  }, [container, status])
  return width
}

/**
 * Google's sign-in button in a placeholder of fixed size. Sign-in by mailed code works without it.
 */
export function GoogleButton({ client_id: clientId, script_url: scriptUrl, busy, onToken }: Props) {
  const { t, i18n } = useTranslation('auth')
  const scheme = useComputedColorScheme('light')
  const container = useRef<HTMLDivElement>(null)
  const latestOnToken = useRef(onToken)
  useEffect(() => {
    latestOnToken.current = onToken
  })
  const loading = useGoogleScript(scriptUrl)
  const { data: nonceData, isError } = useQuery({
    queryKey: queryKey('google_nonce'),
    queryFn: ({ signal }) => call('auth.google_nonce', { signal }),
    staleTime: nonceRefreshMs,
    gcTime: 0,
    refetchInterval: nonceRefreshMs,
  })
  const statusWithoutNonce = loading === 'ready' ? 'loading' : loading
  const withoutNonce = isError ? 'failed' : statusWithoutNonce
  const status = nonceData ? loading : withoutNonce

  const width = useButtonWidth(container, status)

  useEffect(() => {
    const element = container.current
    if (status !== 'ready' || !element || !width || !nonceData) return
    const { nonce, nonce_key: nonceKey } = nonceData
    googleIdentityApi()?.initialize({
      client_id: clientId,
      nonce,
      ux_mode: 'popup',
      callback: ({ credential }) => latestOnToken.current(credential, nonceKey),
    })
    element.replaceChildren()
    googleIdentityApi()?.renderButton(element, {
      type: 'standard',
      size: 'large',
      theme: scheme === 'dark' ? 'filled_black' : 'outline',
      text: 'continue_with',
      shape: 'rectangular',
      width,
      locale: bcp47Tag(i18n.language),
    })
  }, [clientId, nonceData, status, scheme, i18n.language, width])

  return (
    <div className={css['google']}>
      <div className={css['or']}>
        <span>{t('google.or')}</span>
      </div>
      {status === 'failed' ? (
        <Text size="sm" c="dimmed" role="status">
          {t('google.failed')}
        </Text>
      ) : (
        <div
          className={css['place']}
          aria-busy={busy || status === 'loading'}
          data-busy={busy || undefined}
        >
          {status === 'loading' ? <Skeleton height={40} radius="sm" /> : null}
          <div ref={container} className={css['button']} />
        </div>
      )}
    </div>
  )
}
