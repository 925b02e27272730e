import { useSyncExternalStore } from 'react'
import type { Person } from '#contract/schemas/users.ts'

/** Overlays that a shortcut, the header, a menu or a picture can open over any page. */
export type Overlay =
  | { name: 'search'; text?: string }
  | { name: 'keys' | 'teams' }
  | { name: 'thank'; person?: Person; text?: string | undefined; score?: number | undefined }

let openedOverlay: Overlay | null = null
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
function setOverlay(overlay: Overlay | null): void {
  openedOverlay = overlay
  for (const listener of listeners) listener()
}
export const openOverlay = (name: Overlay['name']) => setOverlay({ name })
export const closeOverlay = () => setOverlay(null)
/** Opens the search with a text. */
export const openSearchWith = (text: string) => setOverlay({ name: 'search', text })
/**
 * Opens the composer over the page with the person added to the draft; `text` is the initial text
 * of an empty draft, `score` the amount.
 */
export const openComposerFor = (person: Person, text?: string, score?: number) =>
  setOverlay({ name: 'thank', person, text, score })
/** Focuses the composer of the page; a page without one, as on a phone, opens it as a dialog. */
export function openComposer(): void {
  const field = document.getElementById('composer')
  if (field) field.focus()
  else openOverlay('thank')
}
export const getOpenOverlay = () => openedOverlay
export const useOpenOverlay = () => useSyncExternalStore(subscribe, getOpenOverlay)
