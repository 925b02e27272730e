import { useQuery } from '@tanstack/react-query'
import css from '#web/shared/layout/auth-layout.module.css'
import { signInOptionsQuery } from '#web/shared/sign-in-queries.ts'
import { useTranslation } from '#web/lib/translate.ts'

/** Links to the operator's terms and privacy notice; nothing without any. */
export function LegalLinks() {
  const { t } = useTranslation('auth')
  const { data: options } = useQuery(signInOptionsQuery)
  const links = [
    ['terms', options?.terms_url],
    ['privacy', options?.privacy_url],
  ] as const
  if (!links.some(([, url]) => url)) return null
  return (
    <ul className={css['legal']}>
      {links.map(([key, url]) =>
        url ? (
          <li key={key}>
            <a href={url} target="_blank" rel="noreferrer">
              {t(`legal.${key}`)}
            </a>
          </li>
        ) : null,
      )}
    </ul>
  )
}
