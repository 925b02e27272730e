import { useTranslation } from '#web/lib/translate.ts'
import { leaveSignIn } from '#web/shared/session-actions.ts'
import css from './auth-layout.module.css'

/** Shows the address of the sign-in, with a way to sign in with another one. */
export function SignedInAs({ email }: { email: string | undefined }) {
  const { t } = useTranslation()
  if (!email) return null
  return (
    <p className={css['foot']}>
      {t('entry.signed_in_as', { email })}{' '}
      <button type="button" className={`plain ${css['notYou']}`} onClick={() => void leaveSignIn()}>
        {t('entry.not_you')}
      </button>
    </p>
  )
}
