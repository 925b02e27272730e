import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Settings } from '#contract/schemas/settings.ts'
import { SettingsNavigation } from '#web/shared/settings/SettingsNavigation.tsx'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { ApiCallError } from '#web/lib/client.ts'
import { Card } from '#web/ui/Card.tsx'
import { Page } from '#web/ui/Page.tsx'
import { settingsQuery } from '../api/queries.ts'

/**
 * A page that needs the settings: loading, error (404 redirects to /404, as in the specification)
 * or content.
 */
export function SettingsPage({
  title,
  children,
}: {
  title: string
  children: (settings: Settings) => ReactNode
}) {
  const settings = useQuery(settingsQuery)
  usePageTitle(title)
  if (settings.error instanceof ApiCallError && settings.error.status === 404)
    return <Navigate to="/404" replace />
  return (
    <Page title={title} narrow back={<SettingsNavigation />}>
      {settings.isPending ? (
        <div aria-busy="true">
          {[180, 220, 160].map((height) => (
            <Card key={height} style={{ marginBottom: 16 }}>
              <Skeleton height={18} width="30%" mb="md" />
              <Skeleton height={height - 60} />
            </Card>
          ))}
        </div>
      ) : null}
      {settings.isLoadingError ? (
        <ErrorState error={settings.error} retry={() => void settings.refetch()} />
      ) : null}
      {settings.data ? children(settings.data) : null}
    </Page>
  )
}
