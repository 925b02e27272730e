import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { limits } from '#contract/limits.ts'
import type { Value } from '#contract/schemas/values.ts'
import { useConfig } from '#web/shared/config.ts'
import { loadMessages } from '#web/lib/i18n.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import type * as EmojiCode from '../composer/emoji.ts'
import { foldText } from '../composer/text-tokens.ts'
import type { ComposerState } from '../composer/use-composer.ts'
import { usePeopleSearch } from '../composer/use-people-search.ts'
import { usePruneFormerMembers } from '../composer/use-prune-former-members.ts'
import { useTypedMentions } from '../composer/use-typed-mentions.ts'
import css from './composer.module.css'

type Suggestion = { key: string; icon: ReactNode; accept: () => void }
type Suggestions = { items: Suggestion[]; isLoading: boolean; note: string | null }

const emojiShownMax = 8
/** Values whose tag or name begins so, each word of it. */
const matchingValues = (query: string, values: readonly Value[]) =>
  values.filter(({ tag, name }) =>
    [tag, name, ...name.split(/\s+/), ...tag.split(/[-_]/)].some((word) =>
      foldText(word).startsWith(foldText(query)),
    ),
  )

/** The emoji and their names come when somebody asks for the first one. */
function useEmojiCode(wanted: boolean) {
  const [code, setCode] = useState<typeof EmojiCode>()
  useEffect(() => {
    if (wanted && !code)
      Promise.all([import('../composer/emoji.ts'), loadMessages(['emoji'])]).then(
        ([found]) => setCode(found),
        () => {},
      )
  }, [wanted, code])
  return code
}

function useSuggestions({
  token,
  draft,
  values,
  addPerson,
  chooseValue,
  insert,
}: ComposerState): Suggestions {
  const { t } = useTranslation('feed')
  const { user } = useConfig()
  const kind = token?.kind
  const query = token?.query ?? ''
  const full = draft.people.length >= limits.recipients_max
  const people = usePeopleSearch(kind === 'person' && !full ? query : undefined, draft.people)
  const emoji = useEmojiCode(kind === 'emoji')
  if (!token) return { items: [], isLoading: false, note: null }
  const end = token.start + query.length + 1
  if (kind === 'value') {
    const list = matchingValues(query, values).map((value) => ({
      key: value.id,
      accept: () => chooseValue(value.id, token),
      icon: (
        <>
          <span className={css['sign']} aria-hidden="true">
            {value.emoji}
          </span>
          <span className={css['name']}>
            <b>{value.name}</b> <small>#{value.tag}</small>
          </span>
        </>
      ),
    }))
    return { items: list, isLoading: false, note: null }
  }
  if (kind === 'emoji') {
    const list = (emoji?.searchEmoji(query) ?? []).slice(0, emojiShownMax).map((one) => ({
      key: one.id,
      icon: (
        <>
          <span className={css['sign']} aria-hidden="true">
            {one.sign}
          </span>
          <span className={css['name']}>{emoji?.emojiName(one)}</span>
        </>
      ),
      accept: () => {
        emoji?.rememberEmoji(user.id, one)
        insert(`${one.sign} `, token.start, end)
      },
    }))
    return { items: list, isLoading: !emoji, note: null }
  }
  if (full)
    return {
      items: [],
      isLoading: false,
      note: t('composer.people_max', { count: limits.recipients_max }),
    }
  const list = people.people.map((person) => ({
    key: person.id,
    accept: () => addPerson(person, token.start, end),
    icon: (
      <>
        <UserAvatar user={person} size={30} />
        <span className={css['name']}>
          <b>
            <bdi>{person.name}</bdi>
          </b>
          {person.job_title ? (
            <>
              {' '}
              <small>{person.job_title}</small>
            </>
          ) : null}
        </span>
      </>
    ),
  }))
  // With more words than a name has, what follows is the thank-you itself.
  const note =
    list.length || (!people.loading && query.includes(' '))
      ? null
      : people.loading
        ? t('common:loading')
        : t('composer.nobody')
  return { items: list, isLoading: people.loading, note }
}

/** Where what one sees ends: at the keyboard of a phone, or the bar at its bottom. */
function visibleBottom(): number {
  const seen = window.visualViewport
  const bars = [...document.querySelectorAll('nav')]
    .filter((bar) => getComputedStyle(bar).position === 'fixed')
    .map((bar) => bar.getBoundingClientRect().top)
    .filter((top) => top > 0)
  return Math.min((seen?.offsetTop ?? 0) + (seen?.height ?? window.innerHeight), ...bars)
}

/** Keeps the list in sight: under the header, never taller than there is room. */
function useFitInViewport(open: boolean) {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!open) return undefined
    const seen = window.visualViewport
    const fit = () => {
      const box = list.current?.offsetParent?.getBoundingClientRect()
      if (!box || !list.current) return
      list.current.style.maxHeight = `${Math.max(Math.min(320, visibleBottom() - box.bottom - 18), 112)}px`
    }
    const head = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
    const box = list.current?.offsetParent?.getBoundingClientRect()
    // What was written above it may have pushed it under the header.
    if (box && (box.top < head || visibleBottom() - box.bottom < 240))
      window.scrollBy(0, box.top - head - 16)
    fit()
    seen?.addEventListener('resize', fit)
    return () => seen?.removeEventListener('resize', fit)
  }, [open])
  return list
}

/**
 * What helps while one writes: the list of people, values or emoji for the token at the caret,
 * steered from the text field; names that were typed out become people; who has left since the
 * draft was kept falls out.
 */
export function AutocompleteList({
  composer,
  listId,
}: {
  composer: ComposerState
  listId: string
}) {
  const { t } = useTranslation('feed')
  const { token, draft, field, keys, addPerson, drafts } = composer
  const [at, setAt] = useState({ of: '', index: 0 })
  const [refused, setRefused] = useState<readonly string[]>([])
  const { items, isLoading, note } = useSuggestions(composer)
  const open = items.length > 0 || note !== null
  const list = useFitInViewport(open)
  const of = token ? `${token.kind} ${token.query}` : ''
  const active = items.length ? Math.min(at.of === of ? at.index : 0, items.length - 1) : -1

  // Enter came before the answer: the first that it brings is meant.
  const hasty = useRef<string>(undefined)
  const first = items[0]
  const onAnswer = useEffectEvent(() => {
    const meant = hasty.current === of && !composer.composing.current
    hasty.current = undefined
    if (meant) first?.accept()
  })
  useEffect(() => {
    if (!isLoading) onAnswer()
  }, [isLoading, of])

  usePruneFormerMembers(draft.people, (gone) =>
    drafts.edit({ people: drafts.get().draft.people.filter(({ id }) => !gone.includes(id)) }),
  )
  useTypedMentions(
    draft.text,
    token?.kind === 'person' && (open || isLoading) ? token.start : undefined,
    refused,
    (person, start, end) => {
      if (!composer.composing.current) addPerson(person, start, end, false)
    },
  )
  // They stand at the text field, which is drawn without waiting for the list.
  useLayoutEffect(() => {
    const input = field.current
    if (open) input?.setAttribute('aria-controls', listId)
    else input?.removeAttribute('aria-controls')
    if (active >= 0) input?.setAttribute('aria-activedescendant', `${listId}-${active}`)
    else input?.removeAttribute('aria-activedescendant')
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  })
  useImperativeHandle(keys, () => (event: KeyboardEvent) => {
    if (!token || !open) return false
    const send = event.ctrlKey || event.metaKey
    const option = items[active]
    if (event.key === 'Escape') {
      if (token.kind === 'person' && token.query) setRefused([...refused, foldText(token.query)])
      composer.dismiss()
    } else if (event.key === 'ArrowDown' && option)
      setAt({ of, index: (active + 1) % items.length })
    else if (event.key === 'ArrowUp' && option)
      setAt({ of, index: (active - 1 + items.length) % items.length })
    else if (
      (event.key === 'Tab' && !event.shiftKey && option) ||
      (event.key === 'Enter' && !send && option)
    )
      option.accept()
    else if (event.key === 'Enter' && send) {
      // A name that only one can mean is meant.
      if (token.kind === 'person' && token.query && items.length === 1 && !isLoading)
        option?.accept()
      return false
    } else if (event.key === 'Enter' && isLoading) hasty.current = of
    else return false
    return true
  })
  return (
    <>
      <span className="sr-only" role="status">
        {open && !isLoading ? (note ?? t('composer.found', { count: items.length })) : ''}
      </span>
      {open ? (
        <div
          ref={list}
          id={listId}
          role="listbox"
          className={css['list']}
          aria-busy={isLoading}
          aria-label={
            token?.kind === 'value'
              ? t('composer.values')
              : token?.kind === 'emoji'
                ? t('composer.emoji')
                : t('composer.people')
          }
        >
          {items.map((option, index) => (
            <div
              key={option.key}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              tabIndex={-1}
              className={css['option']}
              onMouseDown={(event) => {
                event.preventDefault()
                option.accept()
              }}
            >
              {option.icon}
            </div>
          ))}
          {note ? (
            <div
              role="option"
              aria-selected="false"
              aria-disabled="true"
              tabIndex={-1}
              className={css['option']}
            >
              {note}
            </div>
          ) : null}
        </div>
      ) : null}
    </>
  )
}
