import { Skeleton, Text, useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { tagOf } from '#web/lib/i18n.ts'
import { loadScript } from '#web/lib/script.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './google.module.css'

/** As much of Google's script as we use. */
type Script = {
  initialize(options: { client_id: string; nonce: string; callback: (answer: { credential: string }) => void; ux_mode: 'popup' }): void
  renderButton(place: HTMLElement, options: { type: 'standard'; size: 'large'; theme: 'outline' | 'filled_black'; text: 'continue_with'; shape: 'rectangular'; width: number; locale: string }): void
}
const scriptOf = () => (window as { google?: { accounts?: { id?: Script } } }).google?.accounts?.id
const [width_min, width_max] = [200, 400]

type Props = { client_id: string; script_url: string; busy: boolean; onToken: (id_token: string, nonce: string) => void }

/** Google's own button, in a place that has its size before it is there. The code by mail works whether or not it comes. */
export function GoogleButton({ client_id, script_url, busy, onToken }: Props) {
  const { t, i18n } = useTranslation('auth')
  const scheme = useComputedColorScheme('light')
  const place = useRef<HTMLDivElement>(null)
  const told = useRef(onToken)
  useEffect(() => { told.current = onToken })
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const [width, setWidth] = useState(0)

  useEffect(() => {
    let here = true
    loadScript(script_url).then(() => {
      if (!here) return
      const nonce = crypto.randomUUID()
      scriptOf()?.initialize({ client_id, nonce, ux_mode: 'popup', callback: ({ credential }) => told.current(credential, nonce) })
      setState(scriptOf() ? 'ready' : 'failed')
    }, () => { if (here) setState('failed') })
    return () => { here = false }
  }, [client_id, script_url])

  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => setWidth(Math.min(width_max, Math.max(width_min, Math.floor(entry?.contentRect.width ?? 0)))))
    if (place.current) watch.observe(place.current)
    return () => watch.disconnect()
  }, [state])

  useEffect(() => {
    const at = place.current
    if (state !== 'ready' || !at || !width) return
    at.replaceChildren()
    scriptOf()?.renderButton(at, {
      type: 'standard', size: 'large', theme: scheme === 'dark' ? 'filled_black' : 'outline', text: 'continue_with', shape: 'rectangular',
      width, locale: tagOf(i18n.language),
    })
  }, [state, scheme, i18n.language, width])

  return (
    <div className={css['google']}>
      <div className={css['or']}><span>{t('google.or')}</span></div>
      {state === 'failed' ? <Text size="sm" c="dimmed" role="status">{t('google.failed')}</Text>
        : (
          <div className={css['place']} aria-busy={busy || state === 'loading'} data-busy={busy || undefined}>
            {state === 'loading' ? <Skeleton height={40} radius="sm" /> : null}
            <div ref={place} className={css['button']} />
          </div>
        )}
    </div>
  )
}
