import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { session } from '#web/lib/session.ts'
import i18n from '#web/lib/translate.ts'

/**
 * `undo`: somebody wants it back. `done`: nobody does any more, so that what was put off is to be
 * carried out now.
 */
type UndoOffer = { text: string; undo: () => void; commit?: () => unknown }
type PendingUndo = { undo: () => void; commit: () => Promise<void> }

/** The offers that stand, the newest last. */
const pendingUndos: PendingUndo[] = []

const focusableSelector = 'a, button, input, textarea, select, [contenteditable]'
const isTextInput = (at: EventTarget | null) =>
  at instanceof HTMLElement &&
  (at.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(at.tagName))
const onUndoShortcut = (event: KeyboardEvent) => {
  if (
    event.key.toLowerCase() !== 'z' ||
    !(event.ctrlKey || event.metaKey) ||
    event.shiftKey ||
    isTextInput(event.target)
  )
    return
  event.preventDefault()
  pendingUndos.at(-1)?.undo()
}
// Watched only while something can be undone.
function addPendingUndo(offer: PendingUndo): void {
  if (!pendingUndos.length) document.addEventListener('keydown', onUndoShortcut)
  pendingUndos.push(offer)
}
function removePendingUndo(offer: PendingUndo): void {
  const at = pendingUndos.indexOf(offer)
  if (at >= 0) pendingUndos.splice(at, 1)
  if (!pendingUndos.length) document.removeEventListener('keydown', onUndoShortcut)
}

/** Time that can be stopped: while the message is looked at, it does not run out. */
function createPausableTimer(over: () => void) {
  let leftMs = limits.undo_seconds * 1_000
  let since = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const hold = () => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    leftMs -= Date.now() - since
  }
  const run = () => {
    if (timer !== undefined) return
    since = Date.now()
    timer = setTimeout(over, Math.max(leftMs, 1_000))
  }
  return { run, hold }
}

function UndoMessage({
  text,
  keyboard,
  undo,
  clock,
}: {
  text: string
  keyboard: boolean
  undo: () => void
  clock: ReturnType<typeof createPausableTimer>
}) {
  const [held, setHeld] = useState({ hover: false, focus: false })
  const button = useRef<HTMLButtonElement>(null)
  const still = held.hover || held.focus
  useEffect(() => {
    if (still) clock.hold()
    else clock.run()
  }, [clock, still])
  // What was deleted took the focus of the keyboard with it: it goes on where it can be undone, and
  // afterwards where it was.
  useEffect(() => {
    if (!keyboard) return undefined
    let before: Element | null = null
    const timer = setTimeout(() => {
      if (document.activeElement?.matches(focusableSelector)) return
      before = document.activeElement
      button.current?.focus({ preventScroll: true })
    }, 400)
    return () => {
      clearTimeout(timer)
      if (before instanceof HTMLElement && document.activeElement === document.body)
        before.focus({ preventScroll: true })
    }
  }, [keyboard])
  return (
    <div
      style={{ display: 'flex', alignItems: 'center', gap: 12, justifyContent: 'space-between' }}
      onPointerEnter={() => setHeld((old) => ({ ...old, hover: true }))}
      onPointerLeave={() => setHeld((old) => ({ ...old, hover: false }))}
      onFocus={(event) => {
        const focus = event.target.matches(':focus-visible')
        setHeld((old) => ({ ...old, focus }))
      }}
      onBlur={() => setHeld((old) => ({ ...old, focus: false }))}
    >
      <span>{text}</span>
      <Button
        ref={button}
        variant="light"
        size="compact-md"
        style={{ flex: 'none' }}
        onClick={undo}
      >
        {i18n.t('common:undo')}
      </Button>
    </div>
  )
}

/**
 * Says what was done and offers to take it back, for `limits.undo_seconds`, by button or
 * Ctrl/Cmd+Z. With `done` the deed itself waits until nobody wants it back; it is done at once when
 * the message is closed, or the page is hidden or left.
 */
export function offerUndo({ text, undo, commit }: UndoOffer): void {
  const id = crypto.randomUUID()
  const keyboard = document.activeElement?.matches(':focus-visible') ?? false
  let open = true
  const close = () => {
    if (!open) return false
    open = false
    clock.hold()
    removePendingUndo(offer)
    document.removeEventListener('visibilitychange', onHide)
    window.removeEventListener('pagehide', finish)
    forget()
    notifications.hide(id)
    return true
  }
  const finish = async () => {
    if (close()) await commit?.()
  }
  const offer: PendingUndo = {
    undo: () => {
      if (close()) undo()
    },
    commit: finish,
  }
  const onHide = () => {
    if (document.visibilityState === 'hidden') void finish()
  }
  const clock = createPausableTimer(() => void finish())
  clock.run()
  addPendingUndo(offer)
  // Nobody takes back what somebody else has done, in the same browser.
  const forget = session.onEnd(close)
  if (commit) {
    document.addEventListener('visibilitychange', onHide)
    window.addEventListener('pagehide', finish)
  }
  notifications.show({
    id,
    autoClose: false,
    color: 'teal',
    closeButtonProps: { 'aria-label': i18n.t('common:close') },
    onClose: () => void finish(),
    message: <UndoMessage text={text} keyboard={keyboard} undo={offer.undo} clock={clock} />,
  })
}

/** Before somebody leaves: what was put off is done while it still can be. */
export const flushPendingUndos = async (): Promise<void> => {
  await Promise.allSettled(pendingUndos.map(({ commit }) => commit()))
}
