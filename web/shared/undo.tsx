import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { session } from '#web/lib/session.ts'
import i18n from '#web/lib/translate.ts'
import { hideNotification, showNotification } from '#web/shared/notify.ts'
import { latinLetterOf } from '#web/shared/shortcuts/shortcuts.ts'

/**
 * `undo` restores the former state. `commit` carries out the deferred action once the offer ends.
 * `cancel` forgets the deferred action if the session ends before.
 */
type UndoOffer = {
  text: string
  undo: () => void
  commit?: () => unknown
  cancel?: () => void
}
type PendingUndo = { undo: () => void; commit: () => Promise<void> }

/** The open offers, newest last. */
const pendingUndos: PendingUndo[] = []

const focusableSelector = 'a, button, input, textarea, select, [contenteditable]'
const isTextInput = (at: EventTarget | null) =>
  at instanceof HTMLElement &&
  (at.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(at.tagName))
const onUndoShortcut = (event: KeyboardEvent) => {
  if (
    latinLetterOf(event) !== 'z' ||
    !(event.ctrlKey || event.metaKey) ||
    event.shiftKey ||
    isTextInput(event.target)
  )
    return
  event.preventDefault()
  pendingUndos.at(-1)?.undo()
}
// The key listener exists only while an offer is open.
function addPendingUndo(offer: PendingUndo): void {
  if (!pendingUndos.length) document.addEventListener('keydown', onUndoShortcut)
  pendingUndos.push(offer)
}
function removePendingUndo(offer: PendingUndo): void {
  const at = pendingUndos.indexOf(offer)
  if (at >= 0) pendingUndos.splice(at, 1)
  if (!pendingUndos.length) document.removeEventListener('keydown', onUndoShortcut)
}

/** Creates a timer that pauses while the message is hovered or focused. */
function createPausableTimer(onExpire: () => void) {
  let leftMs = limits.undo_seconds * 1_000
  let since = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const pause = () => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    leftMs -= Date.now() - since
  }
  const resume = () => {
    if (timer !== undefined) return
    since = Date.now()
    timer = setTimeout(onExpire, Math.max(leftMs, 1_000))
  }
  return { resume, pause }
}

function UndoMessage({
  text,
  isKeyboardUser,
  undo,
  timer,
}: {
  text: string
  isKeyboardUser: boolean
  undo: () => void
  timer: ReturnType<typeof createPausableTimer>
}) {
  const [activity, setActivity] = useState({ hover: false, focus: false })
  const button = useRef<HTMLButtonElement>(null)
  const isPaused = activity.hover || activity.focus
  useEffect(() => {
    if (isPaused) timer.pause()
    else timer.resume()
  }, [timer, isPaused])
  // A deleted element loses keyboard focus: it moves to the undo button, and back when the message
  // closes.
  useEffect(() => {
    if (!isKeyboardUser) return undefined
    let before: Element | null = null
    const focusTimer = setTimeout(() => {
      if (document.activeElement?.matches(focusableSelector)) return
      before = document.activeElement
      button.current?.focus({ preventScroll: true })
    }, 400)
    return () => {
      clearTimeout(focusTimer)
      if (before instanceof HTMLElement && document.activeElement === document.body)
        before.focus({ preventScroll: true })
    }
  }, [isKeyboardUser])
  return (
    <div
      style={{ display: 'flex', alignItems: 'center', gap: 12, justifyContent: 'space-between' }}
      onPointerEnter={() => setActivity((old) => ({ ...old, hover: true }))}
      onPointerLeave={() => setActivity((old) => ({ ...old, hover: false }))}
      onFocus={(event) => {
        const focus = event.target.matches(':focus-visible')
        setActivity((old) => ({ ...old, focus }))
      }}
      onBlur={() => setActivity((old) => ({ ...old, focus: false }))}
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
 * Shows a message with an undo button for `limits.undo_seconds`; Ctrl/Cmd+Z works too. `commit`
 * waits until the offer ends: by timeout, by closing the message, or when the page is hidden or
 * left. Returns a function that closes the offer without either, and returns whether it was open.
 */
export function offerUndo({ text, undo, commit, cancel }: UndoOffer): () => boolean {
  const id = crypto.randomUUID()
  const isKeyboardUser = document.activeElement?.matches(':focus-visible') ?? false
  let open = true
  const close = () => {
    if (!open) return false
    open = false
    timer.pause()
    removePendingUndo(offer)
    document.removeEventListener('visibilitychange', onHide)
    window.removeEventListener('pagehide', finish)
    unsubscribe()
    hideNotification(id)
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
  const timer = createPausableTimer(() => void finish())
  timer.resume()
  addPendingUndo(offer)
  // The end of the session cancels the offer, so another person in this browser cannot undo it.
  const unsubscribe = session.onEnd(() => {
    if (close()) cancel?.()
  })
  if (commit) {
    document.addEventListener('visibilitychange', onHide)
    window.addEventListener('pagehide', finish)
  }
  showNotification({
    id,
    autoClose: false,
    color: 'var(--good)',
    closeButtonProps: { 'aria-label': i18n.t('common:close') },
    onClose: () => void finish(),
    message: (
      <UndoMessage text={text} isKeyboardUser={isKeyboardUser} undo={offer.undo} timer={timer} />
    ),
  })
  return close
}

/** Commits all open offers; called before the session ends. */
export const flushPendingUndos = async (): Promise<void> => {
  await Promise.allSettled(pendingUndos.map(({ commit }) => commit()))
}
