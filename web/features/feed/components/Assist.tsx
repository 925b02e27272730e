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
import type { Value } from '#contract/values.ts'
import { useConfig } from '#web/app/config.ts'
import { loadTexts } from '#web/lib/i18n.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import type * as EmojiCode from '../composing/emoji.ts'
import { fold } from '../composing/tokens.ts'
import type { ComposerState } from '../composing/useComposer.ts'
import { usePeople } from '../composing/usePeople.ts'
import { useStillHere } from '../composing/useStillHere.ts'
import { useTypedNames } from '../composing/useTypedNames.ts'
import css from './composer.module.css'

type Option = { key: string; face: ReactNode; take: () => void }
type Options = { list: Option[]; loading: boolean; note: string | null }

const emoji_shown = 8
/** Values whose tag or name begins so, each word of it. */
const valuesFor = (query: string, values: readonly Value[]) =>
  values.filter(({ tag, name }) =>
    [tag, name, ...name.split(/\s+/), ...tag.split(/[-_]/)].some((word) =>
      fold(word).startsWith(fold(query)),
    ),
  )

/** The emoji and their names come when somebody asks for the first one. */
function useEmoji(wanted: boolean) {
  const [code, setCode] = useState<typeof EmojiCode>()
  useEffect(() => {
    if (wanted && !code)
      Promise.all([import('../composing/emoji.ts'), loadTexts(['emoji'])]).then(
        ([found]) => setCode(found),
        () => {},
      )
  }, [wanted, code])
  return code
}

function useOptions({
  token,
  draft,
  values,
  addPerson,
  chooseValue,
  insert,
}: ComposerState): Options {
  const { t } = useTranslation('feed')
  const { user } = useConfig()
  const kind = token?.kind
  const query = token?.query ?? ''
  const full = draft.people.length >= limits.recipients_max
  const people = usePeople(kind === 'person' && !full ? query : undefined, draft.people)
  const emoji = useEmoji(kind === 'emoji')
  if (!token) return { list: [], loading: false, note: null }
  const end = token.start + query.length + 1
  if (kind === 'value') {
    const list = valuesFor(query, values).map((value) => ({
      key: value.id,
      take: () => chooseValue(value.id, token),
      face: (
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
    return { list, loading: false, note: null }
  }
  if (kind === 'emoji') {
    const list = (emoji?.findEmoji(query) ?? []).slice(0, emoji_shown).map((one) => ({
      key: one.id,
      face: (
        <>
          <span className={css['sign']} aria-hidden="true">
            {one.sign}
          </span>
          <span className={css['name']}>{emoji?.nameOf(one)}</span>
        </>
      ),
      take: () => {
        emoji?.rememberEmoji(user.id, one)
        insert(`${one.sign} `, token.start, end)
      },
    }))
    return { list, loading: !emoji, note: null }
  }
  if (full)
    return {
      list: [],
      loading: false,
      note: t('composer.people_max', { count: limits.recipients_max }),
    }
  const list = people.people.map((person) => ({
    key: person.id,
    take: () => addPerson(person, token.start, end),
    face: (
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
  return { list, loading: people.loading, note }
}

/** Where what one sees ends: at the keyboard of a phone, or the bar at its bottom. */
function endOfSight(): number {
  const seen = window.visualViewport
  const bars = [...document.querySelectorAll('nav')]
    .filter((bar) => getComputedStyle(bar).position === 'fixed')
    .map((bar) => bar.getBoundingClientRect().top)
    .filter((top) => top > 0)
  return Math.min((seen?.offsetTop ?? 0) + (seen?.height ?? window.innerHeight), ...bars)
}

/** Keeps the list in sight: under the header, never taller than there is room. */
function useRoom(open: boolean) {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!open) return undefined
    const seen = window.visualViewport
    const fit = () => {
      const box = list.current?.offsetParent?.getBoundingClientRect()
      if (!box || !list.current) return
      list.current.style.maxHeight = `${Math.max(Math.min(320, endOfSight() - box.bottom - 18), 112)}px`
    }
    const head = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
    const box = list.current?.offsetParent?.getBoundingClientRect()
    // What was written above it may have pushed it under the header.
    if (box && (box.top < head || endOfSight() - box.bottom < 240))
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
export function Assist({ composer, listId }: { composer: ComposerState; listId: string }) {
  const { t } = useTranslation('feed')
  const { token, draft, field, keys, addPerson, drafts } = composer
  const [at, setAt] = useState({ of: '', index: 0 })
  const [refused, setRefused] = useState<readonly string[]>([])
  const { list: options, loading, note } = useOptions(composer)
  const open = options.length > 0 || note !== null
  const list = useRoom(open)
  const of = token ? `${token.kind} ${token.query}` : ''
  const active = options.length ? Math.min(at.of === of ? at.index : 0, options.length - 1) : -1

  // Enter came before the answer: the first that it brings is meant.
  const hasty = useRef<string>(undefined)
  const first = options[0]
  const onAnswer = useEffectEvent(() => {
    const meant = hasty.current === of && !composer.composing.current
    hasty.current = undefined
    if (meant) first?.take()
  })
  useEffect(() => {
    if (!loading) onAnswer()
  }, [loading, of])

  useStillHere(draft.people, (gone) =>
    drafts.edit({ people: drafts.get().draft.people.filter(({ id }) => !gone.includes(id)) }),
  )
  useTypedNames(
    draft.text,
    token?.kind === 'person' && (open || loading) ? token.start : undefined,
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
    const option = options[active]
    if (event.key === 'Escape') {
      if (token.kind === 'person' && token.query) setRefused([...refused, fold(token.query)])
      composer.dismiss()
    } else if (event.key === 'ArrowDown' && option)
      setAt({ of, index: (active + 1) % options.length })
    else if (event.key === 'ArrowUp' && option)
      setAt({ of, index: (active - 1 + options.length) % options.length })
    else if (
      (event.key === 'Tab' && !event.shiftKey && option) ||
      (event.key === 'Enter' && !send && option)
    )
      option.take()
    else if (event.key === 'Enter' && send) {
      // A name that only one can mean is meant.
      if (token.kind === 'person' && token.query && options.length === 1 && !loading) option?.take()
      return false
    } else if (event.key === 'Enter' && loading) hasty.current = of
    else return false
    return true
  })
  return (
    <>
      <span className="sr-only" role="status">
        {open && !loading ? (note ?? t('composer.found', { count: options.length })) : ''}
      </span>
      {open ? (
        <div
          ref={list}
          id={listId}
          role="listbox"
          className={css['list']}
          aria-busy={loading}
          aria-label={
            token?.kind === 'value'
              ? t('composer.values')
              : token?.kind === 'emoji'
                ? t('composer.emoji')
                : t('composer.people')
          }
        >
          {options.map((option, index) => (
            <div
              key={option.key}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              tabIndex={-1}
              className={css['option']}
              onMouseDown={(event) => {
                event.preventDefault()
                option.take()
              }}
            >
              {option.face}
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
