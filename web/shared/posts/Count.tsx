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

const Reactors = lazyWithFallback(
  () => import('./Reactors.tsx').then((code) => code.Reactors),
  () => null,
)
/**
 * A pointer that only passes by opens nothing, and one on its way from the count to the names
 * closes nothing.
 */
const hoverDelayMs = { open: 350, close: 200 }
/** The names need so much room above the card's foot; with less they stand below it. */
const spaceAbovePx = 360
type PopoverState = { below: boolean; kept: boolean }

/**
 * When the names behind a count are shown: while it is pointed at, has the focus of the keyboard,
 * or, kept, was pressed.
 */
function useReactorsPopover() {
  const [shown, setShown] = useState<PopoverState>()
  const count = useRef<HTMLButtonElement>(null)
  const timer = useRef(0)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const soon = (waitMs: number, work: () => void) => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(work, waitMs)
  }
  const show = (kept: boolean) =>
    setShown((now) => ({
      below: now?.below ?? (count.current?.getBoundingClientRect().top ?? 0) < spaceAbovePx,
      kept: kept || (now?.kept ?? false),
    }))
  const hide = () => {
    window.clearTimeout(timer.current)
    setShown(undefined)
  }
  const press = () => {
    // Not every browser gives the focus to what is pressed; here it tells when the names may go.
    count.current?.focus({ preventScroll: true })
    if (shown?.kept) hide()
    else show(true)
  }
  const place = {
    onPointerEnter: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') soon(hoverDelayMs.open, () => show(false))
    },
    onPointerLeave: () =>
      soon(hoverDelayMs.close, () => setShown((now) => (now?.kept ? now : undefined))),
    onFocus: (event: FocusEvent) => {
      if (event.target === count.current && event.target.matches(':focus-visible')) show(false)
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
  return { shown, count, press, place }
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
/** A way to answer a post, and beside it how many did: the count tells who. */
export function Count({ post, reaction, name, count, isOwn, className, children }: Props) {
  const { t } = useTranslation('feed')
  const { shown, count: counter, press, place } = useReactorsPopover()
  const id = useId()
  return (
    <div role="none" className={className} data-mine={isOwn} {...place}>
      {children}
      {count > 0 ? (
        <button
          ref={counter}
          type="button"
          className="plain"
          aria-expanded={shown !== undefined}
          aria-controls={shown ? id : undefined}
          onClick={press}
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
          post_id={post.id}
          reaction={reaction}
          name={name}
          count={count}
          below={shown.below}
        />
      ) : null}
    </div>
  )
}
