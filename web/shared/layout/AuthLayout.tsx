import type { ReactNode } from 'react'
import { languageNames, languages, setLanguage } from '#web/lib/i18n.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { LogoMark } from '#web/ui/LogoMark.tsx'
import css from './auth-layout.module.css'

/**
 * Lays out the pages before sign-in: a form, and a preview of the product beside it on wide
 * screens.
 */
export function AuthLayout({
  title,
  lead,
  side,
  progress,
  picture,
  children,
}: {
  title: string
  lead?: ReactNode
  side?: ReactNode
  /** The progress through several pages. */
  progress?: ReactNode
  /** A picture above the title. */
  picture?: ReactNode
  children: ReactNode
}) {
  const { i18n, t } = useTranslation()
  return (
    <main id="main" tabIndex={-1} className={side ? css['split'] : css['single']}>
      <div className={css['form']}>
        <div className={css['inner']}>
          <div className={css['brand']}>
            <LogoMark size={36} />
            Laurel
          </div>
          {progress}
          {picture}
          <h1>{title}</h1>
          {lead ? <p className={css['lead']}>{lead}</p> : null}
          {children}
          <div className={css['bottom']} role="group" aria-label={t('menu.language')}>
            {languages.map((language) => (
              <button
                key={language}
                type="button"
                className={`plain ${css['language']}`}
                aria-pressed={i18n.language === language}
                onClick={() => void setLanguage(language)}
              >
                {languageNames[language]}
              </button>
            ))}
          </div>
        </div>
      </div>
      {side ? <div className={css['side']}>{side}</div> : null}
    </main>
  )
}
