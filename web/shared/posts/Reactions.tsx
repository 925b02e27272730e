import { IconMoodPlus } from '@tabler/icons-react'
import { useCallback, useRef, useState } from 'react'
import type { Post } from '#contract/schemas/posts.ts'
import { emojiOfReaction, reactionEmoji } from '#contract/reactions.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useToggleReaction } from './reactions.api.ts'
import { Count } from './Count.tsx'
import { lazyWithFallback } from '#web/ui/lazy.tsx'
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

const loadPicker = () => import('./ReactionPicker.tsx')
const prefetchPicker = () => void loadPicker().catch(() => {})
const ReactionPicker = lazyWithFallback(() => loadPicker().then((code) => code.ReactionPicker))

/** The button "Add a reaction", which opens the picker. */
export function AddReaction({ post }: { post: Post }) {
  const { t } = useTranslation('feed')
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => setIsOpen(false), [])
  return (
    <span className={css['adder']}>
      <button
        ref={button}
        type="button"
        className={`plain ${css['action']}`}
        aria-expanded={isOpen}
        title={t('reaction.add')}
        onPointerEnter={prefetchPicker}
        onFocus={prefetchPicker}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconMoodPlus size={19} stroke={1.7} aria-hidden="true" />
        <span className="sr-only">{t('reaction.add')}</span>
      </button>
      {isOpen ? <ReactionPicker post={post} button={button} onClose={close} /> : null}
    </span>
  )
}
