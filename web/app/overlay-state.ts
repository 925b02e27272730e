import { useSyncExternalStore } from 'react'

/** Overlays that a shortcut, the header or a menu can open over any page. */
export type Overlay = 'search' | 'keys' | 'teams'

let openOverlayName: Overlay | null = null
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
export function openOverlay(overlay: Overlay | null): void {
  openOverlayName = overlay
  for (const listener of listeners) listener()
}
export const useOpenOverlay = () => useSyncExternalStore(subscribe, () => openOverlayName)
