import { IconMoodPlus } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { Post } from '#contract/schemas/posts.ts'
import { type Reaction, reactionEmoji, reactionNames } from '#contract/reactions.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useToggleReaction } from './reactions.api.ts'
import { Count } from './Count.tsx'
import css from './posts.module.css'

/** Shows a reaction with its count; a press adds or removes the reader's own. */
function ReactionChip({
  post,
  reaction,
  count,
  reacted,
}: { post: Post } & Post['reactions'][number]) {
  const { t } = useTranslation('feed')
  const react = useToggleReaction(post.id)
  const name = t(`reaction.${reaction}`)
  return (
    <Count
      post={post}
      reaction={reaction}
      name={name}
      count={count}
      className={css['reaction']}
      isOwn={reacted}
    >
      <button
        type="button"
        className="plain"
        aria-pressed={reacted}
        onClick={() => react(reaction, !reacted)}
      >
        <span aria-hidden="true">{reactionEmoji[reaction]}</span>
        <span className="sr-only">
          {name} {formatNumber(count)}
        </span>
      </button>
    </Count>
  )
}

/** Lists the reactions of a post. */
export const ReactionChips = ({ post }: { post: Post }) =>
  post.reactions.map((counted) => <ReactionChip key={counted.reaction} post={post} {...counted} />)

const arrowSteps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 } as const
/** A toolbar with the six reactions. Arrow keys move through it, Escape closes it. */
function ReactionPicker({
  id,
  given,
  onChoose,
  onClose,
}: {
  id: string
  given: Reaction[]
  onChoose: (reaction: Reaction) => void
  onClose: () => void
}) {
  const { t } = useTranslation('feed')
  const first = useRef(0)
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const step = event.key in arrowSteps ? arrowSteps[event.key as keyof typeof arrowSteps] : 0
    if (event.key === 'Escape') onClose()
    else if (!step) return
    else
      buttons
        .at(
          (buttons.findIndex((button) => button === document.activeElement) + step) %
            buttons.length,
        )
        ?.focus()
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      id={id}
      role="toolbar"
      tabIndex={-1}
      aria-label={t('reaction.add')}
      className={css['tray']}
      onKeyDown={onKeyDown}
    >
      {reactionNames.map((reaction, index) => (
        <button
          key={reaction}
          type="button"
          className="plain"
          aria-pressed={given.includes(reaction)}
          title={t(`reaction.${reaction}`)}
          ref={(button) => {
            if (index === first.current) {
              first.current = -1
              button?.focus({ preventScroll: true })
            }
          }}
          onClick={() => onChoose(reaction)}
        >
          <span aria-hidden="true">{reactionEmoji[reaction]}</span>
          <span className="sr-only">{t(`reaction.${reaction}`)}</span>
        </button>
      ))}
    </div>
  )
}

/** The button "Add a reaction" with its picker. */
export function AddReaction({ post }: { post: Post }) {
  const { t } = useTranslation('feed')
  const react = useToggleReaction(post.id)
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const given = post.reactions.flatMap(({ reaction, reacted }) => (reacted ? [reaction] : []))
  const close = () => {
    setIsOpen(false)
    button.current?.focus({ preventScroll: true })
  }
  const choose = (reaction: Reaction) => {
    react(reaction, !given.includes(reaction))
    close()
  }
  return (
    <span
      className={css['adder']}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setIsOpen(false)
      }}
    >
      <button
        ref={button}
        type="button"
        className={`plain ${css['action']}`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        title={t('reaction.add')}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconMoodPlus size={19} stroke={1.7} aria-hidden="true" />
        <span className="sr-only">{t('reaction.add')}</span>
      </button>
      {isOpen ? <ReactionPicker id={id} given={given} onChoose={choose} onClose={close} /> : null}
    </span>
  )
}
