import { useQuery } from '@tanstack/react-query'
import { session } from '#web/lib/session.ts'
import { lazyWithFallback } from '#web/ui/lazy.tsx'
import { configQuery } from '#web/shared/config.ts'
import { withMessages } from '#web/shared/load-code.ts'

const loadDeletionBanner = withMessages(() => import('#web/app/DeletionBanner.tsx'), 'leaving')
const LazyDeletionBanner = lazyWithFallback(() =>
  loadDeletionBanner().then(({ DeletionBanner }) => DeletionBanner),
)

const LazyImpersonationBanner = lazyWithFallback(() =>
  import('./ImpersonationBanner.tsx').then((code) => code.ImpersonationBanner),
)

/**
 * Shows the banners of an operator's session and of a scheduled deletion. Their code loads on
 * demand.
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
