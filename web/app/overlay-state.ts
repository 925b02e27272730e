import { useSyncExternalStore } from 'react'

/** What can be opened over any page: by a key, the header, or a menu. */
export type Overlay = 'search' | 'keys' | 'teams'

let openOverlayName: Overlay | null = null
const listeners = new Set<() => void>()
const subscribe = (tell: () => void) => {
  listeners.add(tell)
  return () => {
    listeners.delete(tell)
  }
}
export function openOverlay(sheet: Overlay | null): void {
  openOverlayName = sheet
  for (const tell of listeners) tell()
}
export const useOpenOverlay = () => useSyncExternalStore(subscribe, () => openOverlayName)
