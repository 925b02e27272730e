import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { joinSettingsQuery } from '../api/joining.ts'
import { DomainsCard } from './DomainsCard.tsx'
import { JoinLinkCard } from './JoinLinkCard.tsx'
import css from './joining.module.css'

/** The ways to join without an invitation: a link to share, and the domain of the address. */
export function LinkTab() {
  const settings = useQuery(joinSettingsQuery)
  if (settings.isLoadingError)
    return <ErrorState error={settings.error} retry={() => void settings.refetch()} />
  if (!settings.data) return <Skeleton height={320} radius="lg" />
  return (
    <div className={css['cards']}>
      <JoinLinkCard settings={settings.data} />
      <DomainsCard settings={settings.data} />
    </div>
  )
}
