import { MantineProvider } from '@mantine/core'
import { useNotifications } from '@mantine/notifications'
import { type QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { active_color_default } from '#contract/limits.ts'
import { session } from '#web/lib/session.ts'
import { later } from '#web/ui/later.tsx'
import { configQuery } from './config.ts'
import type { makeRouter } from './router.tsx'
import { themeOf } from './theme.ts'

const Messages = later(
  () => import('./Messages.tsx').then((code) => code.Messages),
  () => null,
)

/**
 * Where messages appear comes with the first press of a key or button, before there is anything to
 * tell; or with the first message.
 */
function MessagesLater() {
  const { notifications } = useNotifications()
  const [pressed, setPressed] = useState(false)
  useEffect(() => {
    const first = new AbortController()
    for (const name of ['pointerdown', 'keydown'] as const)
      window.addEventListener(name, () => setPressed(true), {
        once: true,
        passive: true,
        signal: first.signal,
      })
    return () => first.abort()
  }, [])
  return pressed || notifications.length ? <Messages /> : null
}

type Props = { client: QueryClient; router: ReturnType<typeof makeRouter> }

function Themed({ router }: Pick<Props, 'router'>) {
  const { data } = useQuery({ ...configQuery, enabled: session.token() !== null })
  const accent = data?.settings.active_color ?? active_color_default
  const { theme, variables } = useMemo(() => themeOf(accent), [accent])
  return (
    <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto">
      <MessagesLater />
      <RouterProvider router={router} />
    </MantineProvider>
  )
}

export function App({ client, router }: Props) {
  return (
    <QueryClientProvider client={client}>
      <Themed router={router} />
    </QueryClientProvider>
  )
}
