import { useEffect, useRef } from 'react'
import { call } from '#web/lib/client.ts'
import { session } from '#web/lib/session.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './shell.module.css'

/** The CSS variable with the banner's height, for elements that stick below it. */
const bannerHeightVariable = '--banner'

/** Shows the banner of an operator's session; its code loads only then. */
export function ImpersonationBanner({ name }: { name: string }) {
  const { t } = useTranslation()
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(() =>
      style.setProperty(bannerHeightVariable, `${section.current?.offsetHeight ?? 0}px`),
    )
    if (section.current) observer.observe(section.current)
    return () => {
      observer.disconnect()
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
    <section ref={section} className={css['banner']} aria-label={t('impersonation.label')}>
      <p>{t('impersonation.text', { name })}</p>
      <button type="button" className={`plain ${css['bannerEnd']}`} onClick={() => void end()}>
        {t('impersonation.end')}
      </button>
    </section>
  )
}
