import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import type { Post } from '#contract/schemas/posts.ts'
import type { ReactionOrLike } from '#contract/reactions.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { lazyWithFallback } from '#web/ui/lazy.tsx'

const Reactors = lazyWithFallback(() => import('./Reactors.tsx').then((code) => code.Reactors))
/**
 * Delays: a passing pointer opens nothing, and a pointer moving from the count to the names keeps
 * them open.
 */
const hoverDelayMs = { open: 350, close: 200 }
/** Minimum space above the count; with less the names open below. */
const spaceAbovePx = 360
type PopoverState = { isBelow: boolean; isPinned: boolean }

/** Controls the popover of names: open on hover, on keyboard focus, or pinned by a press. */
function useReactorsPopover() {
  const [shown, setShown] = useState<PopoverState>()
  const countButton = useRef<HTMLButtonElement>(null)
  const timer = useRef(0)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const schedule = (waitMs: number, work: () => void) => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(work, waitMs)
  }
  const show = (isPinned: boolean) =>
    setShown((now) => ({
      isBelow:
        now?.isBelow ?? (countButton.current?.getBoundingClientRect().top ?? 0) < spaceAbovePx,
      isPinned: isPinned || (now?.isPinned ?? false),
    }))
  const hide = () => {
    window.clearTimeout(timer.current)
    setShown(undefined)
  }
  const toggle = () => {
    // Some browsers do not focus a pressed button, but the blur event closes the popover.
    countButton.current?.focus({ preventScroll: true })
    if (shown?.isPinned) hide()
    else show(true)
  }
  const handlers = {
    onPointerEnter: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') schedule(hoverDelayMs.open, () => show(false))
    },
    onPointerLeave: () =>
      schedule(hoverDelayMs.close, () => setShown((now) => (now?.isPinned ? now : undefined))),
    onFocus: (event: FocusEvent) => {
      if (event.target === countButton.current && event.target.matches(':focus-visible'))
        show(false)
    },
    onBlur: (event: FocusEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget)) hide()
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape' && shown) {
        hide()
        event.stopPropagation()
      }
    },
  }
  return { shown, countButton, toggle, handlers }
}

type Props = {
  post: Post
  reaction: ReactionOrLike
  name: string
  count: number
  isOwn: boolean
  className: string | undefined
  children: ReactNode
}
/** Renders a reaction button with its count; the count opens the names. */
export function Count({ post, reaction, name, count, isOwn, className, children }: Props) {
  const { t } = useTranslation('feed')
  const { shown, countButton, toggle, handlers } = useReactorsPopover()
  const id = useId()
  return (
    <div role="none" className={className} data-mine={isOwn} {...handlers}>
      {children}
      {count > 0 ? (
        <button
          ref={countButton}
          type="button"
          className="plain"
          aria-expanded={shown !== undefined}
          aria-controls={shown ? id : undefined}
          onClick={toggle}
        >
          <span aria-hidden="true">{formatNumber(count)}</span>
          <span className="sr-only">
            {formatNumber(count)}, {t('reaction.who', { name })}
          </span>
        </button>
      ) : null}
      {shown && count > 0 ? (
        <Reactors
          id={id}
          postId={post.id}
          reaction={reaction}
          name={name}
          count={count}
          isBelow={shown.isBelow}
        />
      ) : null}
    </div>
  )
}
