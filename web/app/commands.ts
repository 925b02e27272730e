import { useSyncExternalStore } from 'react'

/** What can be opened over any page: by a key, the header, or a menu. */
export type Sheet = 'search' | 'keys' | 'teams'

let opened: Sheet | null = null
const listeners = new Set<() => void>()
const subscribe = (tell: () => void) => {
  listeners.add(tell)
  return () => {
    listeners.delete(tell)
  }
}
export function openSheet(sheet: Sheet | null): void {
  opened = sheet
  for (const tell of listeners) tell()
}
export const useSheet = () => useSyncExternalStore(subscribe, () => opened)
