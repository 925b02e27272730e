import { IconPlus } from '@tabler/icons-react'
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import type { Post } from '#contract/schemas/posts.ts'
import { parseReaction, type Reaction, reactionEmoji, reactionNames } from '#contract/reactions.ts'
import { LazyEmojiPicker } from '#web/shared/emoji/lazy-emoji-picker.ts'
import { useLike, useToggleReaction } from './reactions.api.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './posts.module.css'

const arrowSteps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 } as const
/** A toolbar with the six reactions and a button for all emoji. Arrow keys move through it, Escape closes it. */
function NamedReactions({
  given,
  onChoose,
  onMore,
  onClose,
}: {
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

/** The picker of a button: six reactions, then any emoji. The first closes when it loses the focus. */
export function ReactionPicker({
  post,
  button,
  onClose,
}: {
  post: Post
  button: RefObject<HTMLButtonElement | null>
  onClose: () => void
}) {
  const react = useToggleReaction(post.id)
  const like = useLike(post)
  const [showsAll, setShowsAll] = useState(false)
  const given = post.reactions.flatMap(({ reaction, reacted }) => (reacted ? [reaction] : []))
  const onFocusOut = useEffectEvent((event: FocusEvent) => {
    const container = event.currentTarget as HTMLElement
    if (!showsAll && !container.contains(event.relatedTarget as Node | null)) onClose()
  })
  useEffect(() => {
    const container = button.current?.parentElement
    const listener = (event: FocusEvent) => onFocusOut(event)
    container?.addEventListener('focusout', listener)
    return () => container?.removeEventListener('focusout', listener)
  }, [button])
  const close = () => {
    onClose()
    button.current?.focus({ preventScroll: true })
  }
  const choose = (sign: string) => {
    const reaction = parseReaction(sign)
    if (reaction) react(reaction, !given.includes(reaction))
    // The heart is the like.
    else if (!post.liked) like()
    close()
  }
  return showsAll ? (
    <LazyEmojiPicker onChoose={choose} onClose={onClose} onEscape={close} />
  ) : (
    <NamedReactions
      given={given}
      onChoose={choose}
      onMore={() => setShowsAll(true)}
      onClose={close}
    />
  )
}
