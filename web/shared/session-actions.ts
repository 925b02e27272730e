import { useMantineColorScheme } from '@mantine/core'
import { call } from '#web/lib/client.ts'
import { session } from '#web/lib/session.ts'
import { flushPendingUndos } from './undo.tsx'

/** Returns whether the dark scheme is active, and a function that toggles it. */
export function useColorScheme(): { isDark: boolean; toggle: () => void } {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const isDark =
    colorScheme === 'dark' ||
    (colorScheme === 'auto' && document.documentElement.dataset['mantineColorScheme'] === 'dark')
  return { isDark, toggle: () => setColorScheme(isDark ? 'light' : 'dark') }
}

/** Ends a sign-in that may not have reached a team yet, and returns to the sign-in page. */
export async function leaveSignIn(): Promise<void> {
  if (session.token() !== null) return logOut()
  await call('auth.end_session', { temporary: true }).catch(() => undefined)
  session.logOut()
}

export async function logOut(): Promise<void> {
  await flushPendingUndos()
  await call('auth.end_session').catch(() => undefined)
  session.logOut()
}
