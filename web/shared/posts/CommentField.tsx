import { type KeyboardEvent, type ReactNode, type RefObject, useId } from 'react'
import type { Post } from '#contract/schemas/posts.ts'
import { limits } from '#contract/limits.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { SuggestionList } from '#web/shared/mentions/SuggestionList.tsx'
import { type CommentContent, useCommentMentions } from './use-comment-mentions.tsx'
import css from './comments.module.css'

/** The remaining characters are shown below this number. */
const charsLeftWarningAt = 60

type Props = {
  label: string
  post: Post
  content: CommentContent
  problem: string | null
  field: RefObject<HTMLTextAreaElement | null>
  onChange: (content: CommentContent) => void
  onSend: () => void
  onEscape?: () => void
  children: ReactNode
}
/** A touch keyboard has no Shift+Enter, so there Enter makes a line. */
const hasKeyboard = () => matchMedia('(hover: hover) and (pointer: fine)').matches

/** The people for the "@" at the caret, announced to screen readers. */
function MentionList({ mentions }: { mentions: ReturnType<typeof useCommentMentions> }) {
  const { t } = useTranslation('feed')
  const { open, suggestions, list, listId, active } = mentions
  return (
    <>
      <span className="sr-only" role="status">
        {open ? (suggestions.note ?? t('composer.found', { count: suggestions.items.length })) : ''}
      </span>
      {open ? (
        <SuggestionList
          list={list}
          id={listId}
          label={t('composer.people')}
          active={active}
          suggestions={suggestions}
        />
      ) : null}
    </>
  )
}

/**
 * Renders a text field that grows with its text. Enter sends and Shift+Enter makes a line, as in
 * chats; on a touch screen the button sends. An "@" offers colleagues. `children`: its buttons.
 */
export function CommentField({
  label,
  post,
  content,
  problem,
  field,
  onChange,
  onSend,
  onEscape,
  children,
}: Props) {
  const { t } = useTranslation('feed')
  const id = useId()
  const { text } = content
  const left = limits.comment_chars_max - text.trim().length
  const mentions = useCommentMentions(post, field, content, onChange)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (mentions.onKey(event)) {
      event.preventDefault()
      return
    }
    const withModifier = event.ctrlKey || event.metaKey
    if (event.key === 'Enter' && (withModifier || (hasKeyboard() && !event.shiftKey))) onSend()
    else if (event.key === 'Escape' && onEscape) onEscape()
    else return
    event.preventDefault()
  }
  return (
    <div className={css['writing']}>
      <div className={css['field']}>
        <textarea
          ref={field}
          className={css['input']}
          rows={1}
          value={text}
          aria-label={label}
          placeholder={label}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? id : undefined}
          aria-autocomplete="list"
          onChange={({ currentTarget }) => {
            onChange({ ...content, text: currentTarget.value })
            mentions.look(currentTarget.value, currentTarget.selectionStart)
          }}
          onSelect={mentions.refreshToken}
          onBlur={mentions.close}
          onKeyDown={onKeyDown}
        />
        {children}
        <MentionList mentions={mentions} />
      </div>
      {left <= charsLeftWarningAt ? (
        <span className={css['left']} data-over={left < 0} role="status">
          {t('comments:left', { count: left })}
        </span>
      ) : null}
      {text ? <span className={css['hint']}>{t('comments:enter_hint')}</span> : null}
      {problem ? (
        <span id={id} className={css['problem']} role="alert">
          {problem}
        </span>
      ) : null}
    </div>
  )
}

/** Returns a function that checks a text: the error message, or null for a valid text. */
export function useCommentTextError(): (text: string) => string | null {
  const { t } = useTranslation('feed')
  return (text) =>
    text.trim().length > limits.comment_chars_max ? t('errors:message_too_long') : null
}
