import { useEffect, useState } from 'react'
import { storeIfPossible } from '#web/lib/browser-storage.ts'
import { useConfig } from '#web/shared/config.ts'
import {
  type Column,
  columns,
  defaultColumns,
  type Density,
  densities,
  isAttributeColumn,
  parseTeamView,
  type TeamView,
} from './team-view.ts'

type SavedView = { name: string; view: TeamView }
export type Preferences = { columns: readonly Column[]; density: Density; views: SavedView[] }

export const viewNameCharsMax = 40
export const savedViewsMax = 20

const toSavedView = (stored: unknown): SavedView[] => {
  if (typeof stored !== 'object' || stored === null) return []
  const { name, view } = stored as Record<string, unknown>
  return typeof name === 'string' && name && typeof view === 'object' && view !== null
    ? [
        {
          name: name.slice(0, viewNameCharsMax),
          view: parseTeamView(view as Record<string, unknown>),
        },
      ]
    : []
}
/** Returns stored preferences. Invalid stored values are replaced by the defaults. */
function parsePreferences(text: string | null): Preferences {
  let stored: Record<string, unknown> = {}
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    if (typeof value === 'object' && value !== null) stored = value as Record<string, unknown>
  } catch {
    // Unreadable storage is overwritten at the next change.
  }
  const { columns: shown, density, views } = stored
  return {
    columns: Array.isArray(shown)
      ? shown.filter(
          (column: unknown): column is Column =>
            typeof column === 'string' &&
            (columns.some((one) => one === column) || isAttributeColumn(column)),
        )
      : defaultColumns,
    density: densities.find((one) => one === density) ?? 'comfortable',
    views: Array.isArray(views) ? views.slice(0, savedViewsMax).flatMap(toSavedView) : [],
  }
}

/**
 * The columns, the density and the saved views of the reader, stored in this browser. A change in
 * another tab is taken over, which the next change here would overwrite.
 */
export function usePreferences() {
  const { user } = useConfig()
  const storageKey = `team-list:${user.id}`
  const [preferences, setPreferences] = useState(() =>
    parsePreferences(localStorage.getItem(storageKey)),
  )
  useEffect(() => {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === storageKey) setPreferences(parsePreferences(newValue))
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [storageKey])
  const change = (part: Partial<Preferences>) => {
    const next = { ...preferences, ...part }
    setPreferences(next)
    storeIfPossible('localStorage', storageKey, JSON.stringify(next))
  }
  return [preferences, change] as const
}
