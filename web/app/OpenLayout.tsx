import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { configQuery } from '#web/shared/config.ts'
import { Shell } from './Shell.tsx'

/** Lays out pages that are open to everyone; members keep their header and bottom bar. */
export function OpenLayout() {
  const { data: config } = useQuery({ ...configQuery, enabled: false })
  return config?.user.first_name && config.user.last_name ? (
    <Shell />
  ) : (
    <main id="main" tabIndex={-1}>
      <Outlet />
    </main>
  )
}
