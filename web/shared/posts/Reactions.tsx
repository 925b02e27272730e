import { IconMoodPlus, IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, Suspense, useCallback, useId, useRef, useState } from 'react'
import type { Post } from '#contract/schemas/posts.ts'
import {
  emojiOfReaction,
  parseReaction,
  type Reaction,
  reactionEmoji,
  reactionNames,
} from '#contract/reactions.ts'
import { LazyEmojiPicker } from '#web/shared/emoji/lazy-emoji-picker.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useLike, useToggleReaction } from './reactions.api.ts'
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
  const name = Object.hasOwn(reactionEmoji, reaction) ? t(`reaction.${reaction}`) : reaction
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
        <span aria-hidden="true">{emojiOfReaction(reaction)}</span>
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
/** A toolbar with the six reactions and a button for all emoji. Arrow keys move through it, Escape closes it. */
function ReactionPicker({
  id,
  given,
  onChoose,
  onMore,
  onClose,
}: {
  id: string
  given: Reaction[]
  onChoose: (reaction: Reaction) => void
  onMore: () => void
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
      <button type="button" className="plain" title={t('reaction.other')} onClick={onMore}>
        <IconPlus size={20} aria-hidden="true" />
        <span className="sr-only">{t('reaction.other')}</span>
      </button>
    </div>
  )
}

/** The button "Add a reaction" with its picker: six reactions, then any emoji. */
export function AddReaction({ post }: { post: Post }) {
  const { t } = useTranslation('feed')
  const react = useToggleReaction(post.id)
  const like = useLike(post)
  const [picker, setPicker] = useState<'closed' | 'six' | 'all'>('closed')
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const given = post.reactions.flatMap(({ reaction, reacted }) => (reacted ? [reaction] : []))
  const dismiss = useCallback(() => setPicker('closed'), [])
  const close = () => {
    dismiss()
    button.current?.focus({ preventScroll: true })
  }
  const choose = (sign: string) => {
    const reaction = parseReaction(sign)
    if (reaction) react(reaction, !given.includes(reaction))
    // The heart is the like.
    else if (!post.liked) like()
    close()
  }
  return (
    <span
      className={css['adder']}
      onBlur={(event) => {
        if (picker === 'six' && !event.currentTarget.contains(event.relatedTarget)) dismiss()
      }}
    >
      <button
        ref={button}
        type="button"
        className={`plain ${css['action']}`}
        aria-expanded={picker !== 'closed'}
        aria-controls={picker === 'six' ? id : undefined}
        title={t('reaction.add')}
        onClick={() => setPicker(picker === 'closed' ? 'six' : 'closed')}
      >
        <IconMoodPlus size={19} stroke={1.7} aria-hidden="true" />
        <span className="sr-only">{t('reaction.add')}</span>
      </button>
      {picker === 'six' ? (
        <ReactionPicker
          id={id}
          given={given}
          onChoose={choose}
          onMore={() => setPicker('all')}
          onClose={close}
        />
      ) : null}
      {picker === 'all' ? (
        <Suspense>
          <LazyEmojiPicker onChoose={choose} onClose={dismiss} onEscape={close} />
        </Suspense>
      ) : null}
    </span>
  )
}
