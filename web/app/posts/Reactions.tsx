import { IconMoodPlus } from '@tabler/icons-react'
import { type FocusEvent, type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import type { Post } from '#contract/posts.ts'
import { type Reaction, reaction_emoji, reactions } from '#contract/reactions.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { later } from '#web/ui/later.tsx'
import { useReact } from './answers.ts'
import css from './posts.module.css'

const Reactors = later(() => import('./Reactors.tsx').then((code) => code.Reactors), () => null)
/** A pointer that only passes by opens nothing, and one on its way from the count to the names closes nothing. */
const passing_ms = { open: 350, close: 200 }
/** The names need so much room above the card's foot; with less they stand below it. */
const room_px = 360
type Shown = { below: boolean; kept: boolean }

/** When the names behind a count are shown: while it is pointed at, has the focus of the keyboard, or, kept, was pressed. */
function useShown() {
  const [shown, setShown] = useState<Shown>()
  const count = useRef<HTMLButtonElement>(null)
  const timer = useRef(0)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const soon = (wait_ms: number, work: () => void) => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(work, wait_ms)
  }
  const show = (kept: boolean) => setShown((now) => ({ below: now?.below ?? (count.current?.getBoundingClientRect().top ?? 0) < room_px, kept: kept || (now?.kept ?? false) }))
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
    onPointerEnter: (event: PointerEvent) => { if (event.pointerType === 'mouse') soon(passing_ms.open, () => show(false)) },
    onPointerLeave: () => soon(passing_ms.close, () => setShown((now) => (now?.kept ? now : undefined))),
    onFocus: (event: FocusEvent) => { if (event.target === count.current && event.target.matches(':focus-visible')) show(false) },
    onBlur: (event: FocusEvent) => { if (!event.currentTarget.contains(event.relatedTarget)) hide() },
    onKeyDown: (event: KeyboardEvent) => { if (event.key === 'Escape' && shown) { hide(); event.stopPropagation() } },
  }
  return { shown, count, press, place }
}

/** One reaction: a press on it joins in, or takes one's own back; its count tells who. */
function Chip({ post, reaction, count, reacted }: { post: Post } & Post['reactions'][number]) {
  const { t } = useTranslation('feed')
  const react = useReact(post.id)
  const { shown, count: counter, press, place } = useShown()
  const id = useId()
  const name = t(`reaction.${reaction}`)
  return (
    <div role="none" className={css['reaction']} data-mine={reacted} {...place}>
      <button type="button" className="plain" aria-pressed={reacted} onClick={() => react(reaction, !reacted)}>
        <span aria-hidden="true">{reaction_emoji[reaction]}</span><span className="sr-only">{name} {formatNumber(count)}</span>
      </button>
      <button ref={counter} type="button" className="plain" aria-expanded={shown !== undefined} aria-controls={shown ? id : undefined} onClick={press}>
        {formatNumber(count)}<span className="sr-only">, {t('reaction.who', { name })}</span>
      </button>
      {shown ? <Reactors id={id} post_id={post.id} reaction={reaction} count={count} below={shown.below} /> : null}
    </div>
  )
}

/** What colleagues have answered with. */
export const ReactionChips = ({ post }: { post: Post }) => post.reactions.map((one) => <Chip key={one.reaction} post={post} {...one} />)

const arrows = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 } as const
/** The six to choose from, in a row above the foot of the card. Arrows walk through it, Escape leaves it. */
function Tray({ id, given, onChoose, onClose }: { id: string; given: Reaction[]; onChoose: (reaction: Reaction) => void; onClose: () => void }) {
  const { t } = useTranslation('feed')
  const first = useRef(0)
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const step = event.key in arrows ? arrows[event.key as keyof typeof arrows] : 0
    if (event.key === 'Escape') onClose()
    else if (!step) return
    else buttons.at((buttons.findIndex((button) => button === document.activeElement) + step) % buttons.length)?.focus()
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div id={id} role="toolbar" tabIndex={-1} aria-label={t('reaction.add')} className={css['tray']} onKeyDown={onKeyDown}>
      {reactions.map((reaction, index) => (
        <button key={reaction} type="button" className="plain" aria-pressed={given.includes(reaction)} title={t(`reaction.${reaction}`)} ref={(button) => { if (index === first.current) { first.current = -1; button?.focus({ preventScroll: true }) } }} onClick={() => onChoose(reaction)}>
          <span aria-hidden="true">{reaction_emoji[reaction]}</span><span className="sr-only">{t(`reaction.${reaction}`)}</span>
        </button>
      ))}
    </div>
  )
}

/** "Add a reaction", and the row it opens. */
export function AddReaction({ post }: { post: Post }) {
  const { t } = useTranslation('feed')
  const react = useReact(post.id)
  const [open, setOpen] = useState(false)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const given = post.reactions.flatMap(({ reaction, reacted }) => (reacted ? [reaction] : []))
  const close = () => {
    setOpen(false)
    button.current?.focus({ preventScroll: true })
  }
  const choose = (reaction: Reaction) => {
    react(reaction, !given.includes(reaction))
    close()
  }
  return (
    <span className={css['adder']} onBlur={(event) => { if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false) }}>
      <button ref={button} type="button" className={`plain ${css['action']}`} aria-expanded={open} aria-controls={open ? id : undefined} title={t('reaction.add')} onClick={() => setOpen(!open)}>
        <IconMoodPlus size={19} stroke={1.7} aria-hidden="true" /><span className="sr-only">{t('reaction.add')}</span>
      </button>
      {open ? <Tray id={id} given={given} onChoose={choose} onClose={close} /> : null}
    </span>
  )
}
