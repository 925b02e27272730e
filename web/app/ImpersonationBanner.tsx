import { useEffect, useRef } from 'react'
import { call } from '#web/lib/client.ts'
import { session } from '#web/lib/session.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './shell.module.css'

/** How high the banner is, for what sticks below it. */
const bannerHeightVariable = '--banner'

/** The banner itself. Its code comes only with an operator's session. */
export function ImpersonationBanner({ name }: { name: string }) {
  const { t } = useTranslation()
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    const { style } = document.documentElement
    const watch = new ResizeObserver(() =>
      style.setProperty(bannerHeightVariable, `${place.current?.offsetHeight ?? 0}px`),
    )
    if (place.current) watch.observe(place.current)
    return () => {
      watch.disconnect()
      style.removeProperty(bannerHeightVariable)
    }
  }, [])
  const end = () =>
    import('#web/shared/undo.tsx')
      .then(({ flushPendingUndos }) => flushPendingUndos())
      .then(() => call('auth.end_session'))
      .catch(() => undefined)
      .then(() => session.end())
  return (
    <section ref={place} className={css['banner']} aria-label={t('impersonation.label')}>
      <p>{t('impersonation.text', { name })}</p>
      <button type="button" className={`plain ${css['bannerEnd']}`} onClick={() => void end()}>
        {t('impersonation.end')}
      </button>
    </section>
  )
}
