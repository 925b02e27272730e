import { useQuery } from '@tanstack/react-query'
import { session } from '#web/lib/session.ts'
import { lazyWithFallback } from '#web/ui/later.tsx'
import { configQuery } from '../config.ts'
import { withMessages } from '../installed.ts'

const loadDeletionBanner = withMessages(
  () => import('#web/app/leaving/DeletionBanner.tsx'),
  'leaving',
)
const LazyDeletionBanner = lazyWithFallback(
  () => loadDeletionBanner().then(({ DeletionBanner }) => DeletionBanner),
  () => null,
)

const LazyImpersonationBanner = lazyWithFallback(
  () => import('../ImpersonationBar.tsx').then((code) => code.ImpersonationBanner),
  () => null,
)

/**
 * The banners of an operator's session and of a team that is to be deleted. Their code comes only
 * where there is one.
 */
export function WorkspaceBanners() {
  const { data } = useQuery({ ...configQuery, enabled: session.token() !== null })
  if (!data || session.token() === null) return null
  return (
    <>
      {data.impersonated && <LazyImpersonationBanner name={data.user.name} />}
      {data.deletion && <LazyDeletionBanner config={data} />}
    </>
  )
}
