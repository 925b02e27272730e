import { type RefObject, useEffect, useRef } from 'react'
import {
  acceptsShortcuts,
  areShortcutsEnabled,
  latinLetterOf,
} from '#web/shared/shortcuts/shortcuts.ts'

export type ListKeyActions = {
  /** `id` is the focused purchase, null without one. */
  select: (id: string | null) => void
  fulfil: (id: string | null) => void
  order: (id: string | null) => void
  decline: (id: string | null) => void
}

const rowSelector = 'li[data-purchase]'
const idOf = (row: Element | null | undefined) => row?.getAttribute('data-purchase') ?? null
const focusRow = (row: Element | undefined | null) => {
  const title = row?.querySelector<HTMLElement>('button')
  title?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
}

/** Moves the focus from rows that disappear to the next one that stays, or to the list. */
export function keepFocus(list: HTMLElement | null, leaving: ReadonlySet<string>): void {
  const rows = [...(list?.querySelectorAll(rowSelector) ?? [])]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  if (at === -1) return
  const stays = (row: Element) => !leaving.has(idOf(row) ?? '')
  const next = rows.slice(at).find(stays) ?? rows.slice(0, at).findLast(stays)
  if (next) focusRow(next)
  else list?.focus()
}

/** "g" followed by a letter goes to another page (GlobalOverlays). */
const sequenceTimeoutMs = 1_500

/** Handles j, k, x, f, o and d while no field or dialog has the focus. Enter opens the focused row. */
export function useListKeys(list: RefObject<HTMLElement | null>, actions: ListKeyActions): void {
  const current = useRef(actions)
  useEffect(() => {
    current.current = actions
  })
  useEffect(() => {
    let gAt = -Infinity
    const move = (step: 1 | -1) => {
      const rows = [...(list.current?.querySelectorAll(rowSelector) ?? [])]
      const at = rows.findIndex((row) => row.contains(document.activeElement))
      focusRow(at === -1 ? rows.at(0) : rows.at(Math.max(at + step, 0)))
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      const { target } = event
      const isCheckbox = target instanceof HTMLInputElement && target.type === 'checkbox'
      const isFree = isCheckbox
        ? list.current?.contains(target) && acceptsShortcuts(target.closest('li'))
        : acceptsShortcuts(target)
      if (!isFree || !areShortcutsEnabled()) return
      const letter = latinLetterOf(event)
      const follows = performance.now() - gAt < sequenceTimeoutMs
      gAt = letter === 'g' ? performance.now() : -Infinity
      if (follows) return
      const id = idOf(document.activeElement?.closest(rowSelector))
      const handlers: Record<string, () => void> = {
        j: () => move(1),
        k: () => move(-1),
        x: () => current.current.select(id),
        f: () => current.current.fulfil(id),
        o: () => current.current.order(id),
        d: () => current.current.decline(id),
      }
      const handle = handlers[letter]
      if (!handle) return
      event.preventDefault()
      handle()
    }
    // Before GlobalOverlays, which leaves handled keys alone.
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  }, [list])
}
