import { type KeyboardEvent, type ReactNode, type RefObject, useId } from 'react'
import { limits } from '#contract/limits.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './comments.module.css'

/** The remaining characters are shown below this number. */
const charsLeftWarningAt = 60

type Props = {
  label: string
  value: string
  problem: string | null
  field?: RefObject<HTMLTextAreaElement | null>
  onChange: (text: string) => void
  onSend: () => void
  onEscape?: () => void
  children: ReactNode
}
/** A touch keyboard has no Shift+Enter, so there Enter makes a line. */
const hasKeyboard = () => matchMedia('(hover: hover) and (pointer: fine)').matches

/**
 * Renders a text field that grows with its text. Enter sends and Shift+Enter makes a line, as in
 * chats; on a touch screen the button sends. `children`: its buttons.
 */
export function CommentField({
  label,
  value,
  problem,
  field,
  onChange,
  onSend,
  onEscape,
  children,
}: Props) {
  const { t } = useTranslation('feed')
  const id = useId()
  const left = limits.comment_chars_max - value.trim().length
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
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
          value={value}
          aria-label={label}
          placeholder={label}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? id : undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {children}
      </div>
      {left <= charsLeftWarningAt ? (
        <span className={css['left']} data-over={left < 0} role="status">
          {t('talk.left', { count: left })}
        </span>
      ) : null}
      {value ? <span className={css['hint']}>{t('talk.enter_hint')}</span> : null}
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
