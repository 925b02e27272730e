import { useMantineColorScheme } from '@mantine/core'
import { call } from '#web/lib/client.ts'
import { session } from '#web/lib/session.ts'
import { flushPendingUndos } from './undo.tsx'

/** The other colours, and whether it is dark now. */
export function useColorScheme(): { dark: boolean; turn: () => void } {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const dark =
    colorScheme === 'dark' ||
    (colorScheme === 'auto' && document.documentElement.dataset['mantineColorScheme'] === 'dark')
  return { dark, turn: () => setColorScheme(dark ? 'light' : 'dark') }
}

export async function logOut(): Promise<void> {
  await flushPendingUndos()
  await call('auth.end_session').catch(() => undefined)
  session.logOut()
}
