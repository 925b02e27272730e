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

export async function logOut(): Promise<void> {
  await flushPendingUndos()
  await call('auth.end_session').catch(() => undefined)
  session.logOut()
}
