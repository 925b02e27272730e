import { useQuery } from '@tanstack/react-query'
import { session } from '#web/lib/session.ts'
import { later } from '#web/ui/later.tsx'
import { configQuery } from '../config.ts'
import { withTexts } from '../installed.ts'

const code = withTexts(() => import('#web/app/leaving/DeletionBanner.tsx'), 'leaving')
const Banner = later(
  () => code().then(({ DeletionBanner }) => DeletionBanner),
  () => null,
)

const Impersonation = later(
  () => import('../ImpersonationBar.tsx').then((code) => code.ImpersonationBar),
  () => null,
)

/**
 * The banners of an operator's session and of a team that is to be deleted. Their code comes only
 * where there is one.
 */
export function DeletionNotice() {
  const { data } = useQuery({ ...configQuery, enabled: session.token() !== null })
  if (!data || session.token() === null) return null
  return (
    <>
      {data.impersonated && <Impersonation name={data.user.name} />}
      {data.deletion && <Banner config={data} />}
    </>
  )
}
