import { useCallback, useRef, useState } from 'react'

export type Selection = {
  ids: ReadonlySet<string>
  /** Selects or deselects one, with `isRange` everything from the last one to it. */
  toggle: (id: string, isRange: boolean) => void
  set: (ids: readonly string[], isSelected: boolean) => void
  clear: () => void
}

/** Returns the selection of a list. `order` are the ids on screen, in their order. */
export function useSelection(order: readonly string[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const anchor = useRef<string | null>(null)
  const set = useCallback((changed: readonly string[], isSelected: boolean) => {
    setIds((old) => {
      const next = new Set(old)
      for (const id of changed)
        if (isSelected) next.add(id)
        else next.delete(id)
      return next
    })
  }, [])
  const toggle = (id: string, isRange: boolean) => {
    const from = anchor.current === null ? -1 : order.indexOf(anchor.current)
    const to = order.indexOf(id)
    anchor.current = id
    const isSelected = !ids.has(id)
    set(
      isRange && from >= 0 && to >= 0
        ? order.slice(Math.min(from, to), Math.max(from, to) + 1)
        : [id],
      isSelected,
    )
  }
  const clear = useCallback(() => {
    anchor.current = null
    setIds((old) => (old.size ? new Set() : old))
  }, [])
  return { ids, toggle, set, clear }
}
