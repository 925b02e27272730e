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
type Offer = { text: string; undo: () => void; done?: () => unknown }
type Standing = { undo: () => void; finish: () => Promise<void> }

/** The offers that stand, the newest last. */
const standing: Standing[] = []

const controls = 'a, button, input, textarea, select, [contenteditable]'
const writes = (at: EventTarget | null) =>
  at instanceof HTMLElement &&
  (at.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(at.tagName))
const onKey = (event: KeyboardEvent) => {
  if (
    event.key.toLowerCase() !== 'z' ||
    !(event.ctrlKey || event.metaKey) ||
    event.shiftKey ||
    writes(event.target)
  )
    return
  event.preventDefault()
  standing.at(-1)?.undo()
}
// Watched only while something can be undone.
function keep(offer: Standing): void {
  if (!standing.length) document.addEventListener('keydown', onKey)
  standing.push(offer)
}
function drop(offer: Standing): void {
  const at = standing.indexOf(offer)
  if (at >= 0) standing.splice(at, 1)
  if (!standing.length) document.removeEventListener('keydown', onKey)
}

/** Time that can be stopped: while the message is looked at, it does not run out. */
function countdown(over: () => void) {
  let left_ms = limits.undo_seconds * 1_000
  let since = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const hold = () => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    left_ms -= Date.now() - since
  }
  const run = () => {
    if (timer !== undefined) return
    since = Date.now()
    timer = setTimeout(over, Math.max(left_ms, 1_000))
  }
  return { run, hold }
}

function Offered({
  text,
  keyboard,
  undo,
  clock,
}: {
  text: string
  keyboard: boolean
  undo: () => void
  clock: ReturnType<typeof countdown>
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
      if (document.activeElement?.matches(controls)) return
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
export function offerUndo({ text, undo, done }: Offer): void {
  const id = crypto.randomUUID()
  const keyboard = document.activeElement?.matches(':focus-visible') ?? false
  let open = true
  const close = () => {
    if (!open) return false
    open = false
    clock.hold()
    drop(offer)
    document.removeEventListener('visibilitychange', onHide)
    window.removeEventListener('pagehide', finish)
    forget()
    notifications.hide(id)
    return true
  }
  const finish = async () => {
    if (close()) await done?.()
  }
  const offer: Standing = {
    undo: () => {
      if (close()) undo()
    },
    finish,
  }
  const onHide = () => {
    if (document.visibilityState === 'hidden') void finish()
  }
  const clock = countdown(() => void finish())
  clock.run()
  keep(offer)
  // Nobody takes back what somebody else has done, in the same browser.
  const forget = session.onEnd(close)
  if (done) {
    document.addEventListener('visibilitychange', onHide)
    window.addEventListener('pagehide', finish)
  }
  notifications.show({
    id,
    autoClose: false,
    color: 'teal',
    closeButtonProps: { 'aria-label': i18n.t('common:close') },
    onClose: () => void finish(),
    message: <Offered text={text} keyboard={keyboard} undo={offer.undo} clock={clock} />,
  })
}

/** Before somebody leaves: what was put off is done while it still can be. */
export const settleOffers = async (): Promise<void> => {
  await Promise.allSettled(standing.map(({ finish }) => finish()))
}
