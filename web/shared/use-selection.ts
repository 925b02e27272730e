import { useCallback, useEffect, useRef, useState } from 'react'

export type Selection = {
  ids: ReadonlySet<string>
  /** Selects or deselects an id, with `isRange` the range from the last one to it. */
  toggle: (id: string, isRange: boolean) => void
  set: (ids: readonly string[], isSelected: boolean) => void
  clear: () => void
}

/** Returns a selection across pages. `order` are the ids on screen, in their order. */
export function useSelection(order: readonly string[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const anchor = useRef<string | null>(null)
  // Rows keep the same handler, which reads the order and selection of the latest render.
  const latest = useRef({ order, ids })
  useEffect(() => {
    latest.current = { order, ids }
  })
  const set = useCallback((changed: readonly string[], isSelected: boolean) => {
    setIds((old) => {
      const next = new Set(old)
      for (const id of changed)
        if (isSelected) next.add(id)
        else next.delete(id)
      return next
    })
  }, [])
  const toggle = useCallback(
    (id: string, isRange: boolean) => {
      const { order: shown, ids: selected } = latest.current
      const from = anchor.current === null ? -1 : shown.indexOf(anchor.current)
      const to = shown.indexOf(id)
      anchor.current = id
      set(
        isRange && from >= 0 && to >= 0
          ? shown.slice(Math.min(from, to), Math.max(from, to) + 1)
          : [id],
        !selected.has(id),
      )
    },
    [set],
  )
  const clear = useCallback(() => {
    anchor.current = null
    setIds((old) => (old.size ? new Set() : old))
  }, [])
  return { ids, toggle, set, clear }
}
