import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { OfficeScreenView } from '#contract/schemas/office-screens.ts'
import { ApiCallError, call } from '#web/lib/client.ts'
import { setLanguage } from '#web/lib/i18n.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { refreshMs } from './refresh.ts'

/**
 * Returns what the display of a token shows; null once the link has ended. The language of the team
 * is loaded with it.
 */
async function loadView(token: string): Promise<OfficeScreenView | null> {
  try {
    const view = await call('office_screens.open', { body: { token } })
    await setLanguage(view.language, false).catch(() => undefined)
    return view
  } catch (error) {
    if (error instanceof ApiCallError && error.has('not_found')) return null
    throw error
  }
}

/**
 * Returns the query of a display. The last answer stays on screen while the server is unreachable.
 * Displays ask at different times, so that those of one office do not ask together.
 */
export function useDisplay(token: string) {
  const client = useQueryClient()
  const [intervalMs] = useState(() => refreshMs * (1 + Math.random() / 4))
  const display = useQuery({
    queryKey: queryKey('office_screens', 'display', token),
    queryFn: () => loadView(token),
    refetchInterval: intervalMs,
  })
  const accent = display.data?.active_color
  useEffect(() => {
    if (accent) client.setQueryData(queryKey('office_screens', 'accent'), accent)
  }, [client, accent])
  return display
}
