import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider, skipToken, useQuery } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useMemo, useSyncExternalStore } from 'react'
import { defaultAccentColor } from '#contract/limits.ts'
import { session } from '#web/lib/session.ts'
import { useFirstEvent } from '#web/lib/use-first-event.ts'
import { lazyWithFallback } from '#web/ui/lazy.tsx'
import { configQuery } from '#web/shared/config.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { notificationHost } from '#web/shared/notify.ts'
import type { createAppRouter } from './router.ts'
import { createAppTheme } from './theme.ts'

const NotificationHost = lazyWithFallback(() =>
  import('./NotificationHost.tsx').then((code) => code.NotificationHost),
)

/**
 * Loads the notification host on the first press of a key or button, before any message can appear,
 * or with the first message.
 */
function DeferredNotificationHost() {
  const hasPressed = useFirstEvent('pointerdown', 'keydown')
  const isNeeded = useSyncExternalStore(notificationHost.subscribe, notificationHost.isNeeded)
  return hasPressed || isNeeded ? <NotificationHost /> : null
}

type Props = { client: QueryClient; router: ReturnType<typeof createAppRouter> }

function ThemedApp({ router }: Pick<Props, 'router'>) {
  const { data } = useQuery({ ...configQuery, enabled: session.token() !== null })
  // A display without a session gets the color with its posts.
  const display = useQuery<string>({
    queryKey: queryKey('office_screens', 'accent'),
    queryFn: skipToken,
  })
  const accent = data?.settings.active_color ?? display.data ?? defaultAccentColor
  const { theme, variables } = useMemo(() => createAppTheme(accent), [accent])
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      deduplicateCssVariables={false}
      defaultColorScheme="auto"
    >
      <DeferredNotificationHost />
      <RouterProvider router={router} />
    </MantineProvider>
  )
}

export function App({ client, router }: Props) {
  return (
    <QueryClientProvider client={client}>
      <ThemedApp router={router} />
    </QueryClientProvider>
  )
}
