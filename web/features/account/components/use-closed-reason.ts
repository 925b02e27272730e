import { useTranslation } from '#web/lib/translate.ts'
import { useConfig } from '#web/shared/config.ts'

/**
 * Returns why this session cannot change the account, or null if it can. An operator acts for
 * somebody else, and a company sign-in proves a person of one team only.
 */
export function useClosedReason(): string | null {
  const { t } = useTranslation('account')
  const { impersonated, signed_in_by: signedInBy } = useConfig()
  if (impersonated) return t('oneself')
  return signedInBy === 'sso' ? t('company_session') : null
}
