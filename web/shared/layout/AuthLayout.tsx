import { type ReactNode, useState } from 'react'
import type { Language } from '#contract/schemas/common.ts'
import { callErrorText } from '#web/shared/errors/error-messages.ts'
import { connectionError } from '#web/lib/client.ts'
import { bcp47Tag, languageNames, languages, setLanguage } from '#web/lib/i18n.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { LogoMark } from '#web/ui/LogoMark.tsx'
import css from './auth-layout.module.css'

/** The languages before sign-in. If the texts of a language do not load, the former one stays. */
function LanguageChoice() {
  const { i18n, t } = useTranslation()
  const [problem, setProblem] = useState<string | null>(null)
  const choose = (language: Language) =>
    setLanguage(language).then(
      () => setProblem(null),
      () => setProblem(callErrorText(t, connectionError())),
    )
  return (
    <div className={css['bottom']} role="group" aria-label={t('menu.language')}>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={bcp47Tag(language)}
          className={`plain ${css['language']}`}
          aria-pressed={i18n.language === language}
          onClick={() => void choose(language)}
        >
          {languageNames[language]}
        </button>
      ))}
      {problem === null ? null : (
        <p className={css['problem']} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

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
          <LanguageChoice />
        </div>
      </div>
      {side ? <div className={css['side']}>{side}</div> : null}
    </main>
  )
}
