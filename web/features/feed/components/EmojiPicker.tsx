import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
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
} from '../composer/emoji.ts'
import css from './composer.module.css'

/** Where an arrow leads in a grid of so many columns; undefined when the key is not for moving. */
function nextGridIndex(
  key: string,
  from: number,
  columns: number,
  count: number,
): number | undefined {
  const steps: Record<string, number> = {
    ArrowLeft: from - 1,
    ArrowRight: from + 1,
    ArrowUp: from - columns,
    ArrowDown: from + columns,
    Home: 0,
    End: count - 1,
  }
  const to = steps[key]
  return to === undefined
    ? undefined
    : to < 0
      ? key === 'ArrowUp'
        ? -1
        : 0
      : Math.min(to, count - 1)
}

/** One group of emoji. The arrows go over all that is shown, so each knows its place among them. */
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
      <div className={css['emojiTitle']} aria-hidden="true">
        {title}
      </div>
      <div className={css['emojiGrid']}>
        {emoji.map((one) => (
          <button
            key={one.id}
            type="button"
            tabIndex={-1}
            data-emoji
            className={`plain ${css['emoji']}`}
            title={emojiName(one)}
            aria-label={emojiName(one)}
            onClick={() => onChoose(one)}
          >
            <span aria-hidden="true">{one.sign}</span>
          </button>
        ))}
      </div>
    </div>
  )
}

/**
 * A small picker: what one used last, six groups, and a search by name. Arrows, Enter, Escape.
 * `onLeave`: sent away by a key, so that one writes on.
 */
export function EmojiPicker({
  onChoose,
  onClose,
  onLeave,
}: {
  onChoose: (sign: string) => void
  onClose: () => void
  onLeave: () => void
}) {
  const { t } = useTranslation('feed')
  const { user } = useConfig()
  const [search, setSearch] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const recent = useMemo(() => recentEmoji(user.id), [user.id])
  const found = search.trim() ? searchEmoji(search) : undefined
  const choose = (emoji: Emoji) => {
    rememberEmoji(user.id, emoji)
    onChoose(emoji.sign)
  }
  const buttons = () => [
    ...(box.current?.querySelectorAll<HTMLButtonElement>('[data-emoji]') ?? []),
  ]

  useEffect(() => {
    // On a phone the keyboard would cover what is to be chosen from.
    if (window.matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true })
    else box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'nearest' })
    const leave = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.parentElement?.contains(event.target))
        onClose()
    }
    document.addEventListener('pointerdown', leave)
    return () => document.removeEventListener('pointerdown', leave)
  }, [onClose])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const all = buttons()
    const from = all.indexOf(document.activeElement as HTMLButtonElement)
    const columns = all.filter(
      (one) => one.offsetTop === all[0]?.offsetTop && one.parentElement === all[0]?.parentElement,
    ).length
    if (event.key === 'Escape') onLeave()
    else if (from < 0 && event.key === 'ArrowDown') all[0]?.focus()
    else if (from < 0 && event.key === 'Enter' && found?.[0]) choose(found[0])
    else if (from >= 0) {
      const to = nextGridIndex(event.key, from, columns, all.length)
      if (to === undefined) return
      if (to < 0) field.current?.focus()
      else all[to]?.focus()
    } else return
    event.preventDefault()
  }
  return (
    <div
      ref={box}
      tabIndex={-1}
      className={css['emojiBox']}
      role="dialog"
      aria-label={t('composer.emoji')}
    >
      <div
        role="none"
        className={css['emojiKeys']}
        onKeyDown={onKeyDown}
        onBlur={(event) => {
          if (event.relatedTarget instanceof Node && !box.current?.contains(event.relatedTarget))
            onClose()
        }}
      >
        <input
          ref={field}
          type="search"
          className={css['emojiSearch']}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          placeholder={t('composer.emoji_search')}
          aria-label={t('composer.emoji_search')}
        />
        <div className={css['emojiScroll']}>
          {found ? null : recent.length ? (
            <EmojiGroupGrid title={t('composer.emoji_recent')} emoji={recent} onChoose={choose} />
          ) : null}
          {found ? (
            found.length ? (
              <EmojiGroupGrid
                title={t('composer.found', { count: found.length })}
                emoji={found}
                onChoose={choose}
              />
            ) : (
              <p className={css['emojiNone']} role="status">
                {t('composer.emoji_none')}
              </p>
            )
          ) : (
            emojiGroupNames.map((group) => (
              <EmojiGroupGrid
                key={group}
                title={emojiGroupName(group)}
                emoji={emojiOf(group)}
                onChoose={choose}
              />
            ))
          )}
        </div>
      </div>
    </div>
  )
}
