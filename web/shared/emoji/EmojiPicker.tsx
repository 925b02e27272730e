import { type KeyboardEvent, useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { useConfig } from '#web/shared/config.ts'
import { useTranslation } from '#web/lib/translate.ts'
import {
  type Emoji,
  emojiOf,
  searchEmoji,
  emojiGroupName,
  emojiGroupNames,
  emojiName,
  recentEmoji,
  rememberEmoji,
} from './emoji.ts'
import css from './emoji.module.css'

/** Escape closes the picker, not the dialog around the composer. */
const keepEscape = { 'data-mantine-stop-propagation': true }

/**
 * Returns the index an arrow key moves to in a grid; -1 above the first row, undefined for other
 * keys.
 */
function nextGridIndex(
  key: string,
  focusedIndex: number,
  columns: number,
  count: number,
): number | undefined {
  const steps: Record<string, number> = {
    ArrowLeft: focusedIndex - 1,
    ArrowRight: focusedIndex + 1,
    ArrowUp: focusedIndex - columns,
    ArrowDown: focusedIndex + columns,
    Home: 0,
    End: count - 1,
  }
  const to = steps[key]
  if (to === undefined) return undefined
  if (to < 0) return key === 'ArrowUp' ? -1 : 0
  return Math.min(to, count - 1)
}

/** A group of emoji. Arrow keys move through all groups, so buttons are found by attribute. */
function EmojiGroupGrid({
  title,
  emoji,
  onChoose,
}: {
  title: string
  emoji: Emoji[]
  onChoose: (emoji: Emoji) => void
}) {
  return (
    <div role="group" aria-label={title}>
      <div className={css['title']} aria-hidden="true">
        {title}
      </div>
      <div className={css['grid']}>
        {emoji.map((entry) => (
          <button
            key={entry.id}
            type="button"
            tabIndex={-1}
            data-emoji
            {...keepEscape}
            className={`plain ${css['sign']}`}
            title={emojiName(entry)}
            aria-label={emojiName(entry)}
            onClick={() => onChoose(entry)}
          >
            <span aria-hidden="true">{entry.sign}</span>
          </button>
        ))}
      </div>
    </div>
  )
}

const listButtons = (box: HTMLElement | null) => [
  ...(box?.querySelectorAll<HTMLButtonElement>('[data-emoji]') ?? []),
]

/** Returns how many buttons share the first row of the first group. */
const countColumns = ([first, ...rest]: HTMLButtonElement[]) =>
  first
    ? 1 +
      rest.filter(
        (button) =>
          button.offsetTop === first.offsetTop && button.parentElement === first.parentElement,
      ).length
    : 0

/** The matches of a search, otherwise the recent emoji and all groups. */
function EmojiResults({
  matches,
  recent,
  onChoose,
}: {
  matches: Emoji[] | undefined
  recent: Emoji[]
  onChoose: (emoji: Emoji) => void
}) {
  const { t } = useTranslation('feed')
  if (matches && !matches.length)
    return (
      <p className={css['none']} role="status">
        {t('composer.emoji_none')}
      </p>
    )
  if (matches)
    return (
      <EmojiGroupGrid
        title={t('composer.found', { count: matches.length })}
        emoji={matches}
        onChoose={onChoose}
      />
    )
  return (
    <>
      {recent.length ? (
        <EmojiGroupGrid title={t('composer.emoji_recent')} emoji={recent} onChoose={onChoose} />
      ) : null}
      {emojiGroupNames.map((group) => (
        <EmojiGroupGrid
          key={group}
          title={emojiGroupName(group)}
          emoji={emojiOf(group)}
          onChoose={onChoose}
        />
      ))}
    </>
  )
}

/** Focuses the picker when it opens, and closes it by a press outside. */
function useFocusAndOutsidePress(
  box: RefObject<HTMLDivElement | null>,
  field: RefObject<HTMLInputElement | null>,
  onClose: () => void,
) {
  useEffect(() => {
    // A phone's keyboard would cover the emoji.
    if (window.matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true })
    else box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'nearest' })
    const closeOnOutsidePress = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.parentElement?.contains(event.target))
        onClose()
    }
    document.addEventListener('pointerdown', closeOnOutsidePress)
    return () => document.removeEventListener('pointerdown', closeOnOutsidePress)
  }, [box, field, onClose])
}

/**
 * An emoji picker: recent emoji, six groups and a search by name, with keyboard control. `onEscape`
 * is called when Escape closes the picker.
 */
export function EmojiPicker({
  onChoose,
  onClose,
  onEscape,
}: {
  onChoose: (sign: string) => void
  onClose: () => void
  onEscape: () => void
}) {
  const { t } = useTranslation('feed')
  const { user } = useConfig()
  const [search, setSearch] = useState('')
  const [box, field] = [useRef<HTMLDivElement>(null), useRef<HTMLInputElement>(null)]
  const recent = useMemo(() => recentEmoji(user.id), [user.id])
  const matches = search.trim() ? searchEmoji(search) : undefined
  const choose = (emoji: Emoji) => {
    rememberEmoji(user.id, emoji)
    onChoose(emoji.sign)
  }

  useFocusAndOutsidePress(box, field, onClose)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const allButtons = listButtons(box.current)
    const focusedIndex = allButtons.indexOf(document.activeElement as HTMLButtonElement)
    const columns = countColumns(allButtons)
    if (event.key === 'Escape') onEscape()
    else if (focusedIndex < 0 && event.key === 'ArrowDown') allButtons[0]?.focus()
    else if (focusedIndex < 0 && event.key === 'Enter' && matches?.[0]) choose(matches[0])
    else if (focusedIndex >= 0) {
      const to = nextGridIndex(event.key, focusedIndex, columns, allButtons.length)
      if (to === undefined) return
      if (to < 0) field.current?.focus()
      else allButtons[to]?.focus()
    } else return
    event.preventDefault()
  }
  return (
    <div
      ref={box}
      tabIndex={-1}
      className={css['box']}
      role="dialog"
      aria-label={t('composer.emoji')}
    >
      <div
        role="none"
        className={css['keys']}
        onKeyDown={onKeyDown}
        onBlur={(event) => {
          if (event.relatedTarget instanceof Node && !box.current?.contains(event.relatedTarget))
            onClose()
        }}
      >
        <input
          ref={field}
          type="search"
          className={css['search']}
          {...keepEscape}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          placeholder={t('composer.emoji_search')}
          aria-label={t('composer.emoji_search')}
        />
        <div className={css['scroll']}>
          <EmojiResults matches={matches} recent={recent} onChoose={choose} />
        </div>
      </div>
    </div>
  )
}
