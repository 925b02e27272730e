import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/lib/translate.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { ssoChoicesQuery } from './sso.api.ts'
import { SsoChoices } from './SsoChoices.tsx'

/**
 * The company sign-in of a team that requires it, or a text that says what to do when the address
 * leads to none. `next`: the page to return to.
 */
export function CompanySignInOffer({
  email,
  workspaceId,
  next,
}: {
  email: string | undefined
  workspaceId: string
  next?: string | undefined
}) {
  const { t } = useTranslation('auth')
  const found = useQuery({ ...ssoChoicesQuery(email ?? ''), enabled: email !== undefined })
  if (found.isPending) return <Skeleton height={42} mb="md" />
  if (found.isLoadingError)
    return <ErrorState error={found.error} retry={() => void found.refetch()} />
  const choices = (found.data ?? []).filter(({ workspace_id: id }) => id === workspaceId)
  return choices.length ? (
    <SsoChoices choices={choices} next={next} />
  ) : (
    <Text>{t('sso.no_connection', { email: email ?? '' })}</Text>
  )
}
