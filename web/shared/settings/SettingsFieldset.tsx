import type { ReactNode } from 'react'
import { useTranslation } from '#web/lib/translate.ts'
import { useConfig } from '#web/shared/config.ts'
import css from './settings-section.module.css'

/**
 * The sections of a page of settings, named `label`, below a sentence. An operator who acts for a
 * user reads them only, and why in place of the sentence.
 */
export function SettingsFieldset({
  label,
  lead,
  children,
}: {
  label: string
  lead?: string | undefined
  children: ReactNode
}) {
  const { t } = useTranslation('common')
  const { impersonated } = useConfig()
  const sentence = impersonated ? t('impersonation.closed') : lead
  return (
    <fieldset className={css['page']} disabled={impersonated} aria-label={label}>
      {sentence ? <p className={css['text']}>{sentence}</p> : null}
      {children}
    </fieldset>
  )
}
