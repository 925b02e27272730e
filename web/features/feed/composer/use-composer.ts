import { type KeyboardEvent, type RefObject, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { limits } from '#contract/limits.ts'
import type { Person } from '#contract/schemas/users.ts'
import { useConfig } from '#web/shared/config.ts'
import { calculatePostCost } from '#web/shared/points/post-cost.ts'
import { guessValue } from '#web/lib/guess-value.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { type PostDraft, draftStoreFor, toCostInput, isEmptyDraft } from './post-drafts.ts'
import { extractAmount, removeRange, type Token, tokenAt } from './text-tokens.ts'
import { useValidateDraft, useSendPost } from './use-send-post.ts'

/** Longer texts are refused anyway; guessing stops there. */
const guessTextCharsMax = 2 * limits.message_chars_max
const isSameToken = (a: Token | undefined, b: Token | undefined) =>
  a === b || (a && b && a.kind === b.kind && a.query === b.query && a.start === b.start)

/**
 * The token at the caret, followed as somebody types and moves. What was dismissed stays away until
 * another one begins.
 */
function useTokenAtCaret(field: RefObject<HTMLTextAreaElement | null>) {
  const [token, setToken] = useState<Token>()
  const dismissed = useRef<number>(undefined)
  const put = (next: Token | undefined) => setToken((old) => (isSameToken(old, next) ? old : next))
  const look = (text: string, caret: number) => {
    const next = tokenAt(text, caret)
    if (next?.start !== dismissed.current) dismissed.current = undefined
    put(dismissed.current === undefined ? next : undefined)
  }
  return {
    token,
    look,
    lookAgain: () => {
      const at = field.current
      if (at && at.selectionStart === at.selectionEnd) look(at.value, at.selectionStart)
    },
    close: () => put(undefined),
    dismiss: () => {
      dismissed.current = token?.start
      put(undefined)
    },
  }
}

/**
 * Everything the composer knows and does. `keys` is filled by the lists, once they are there: they
 * see a key first. `edit` changes the draft; `rewrite` changes its text and sets the caret at once,
 * so that the next key lands behind it.
 */
export function useComposer() {
  const { t } = useTranslation('feed')
  const { values, allowance, user, workspace, impersonated } = useConfig()
  const drafts = draftStoreFor(workspace.id, user.id, impersonated)
  const { draft, shelf, problems } = useSyncExternalStore(drafts.subscribe, drafts.get)
  const field = useRef<HTMLTextAreaElement>(null)
  const amountField = useRef<HTMLInputElement>(null)
  const keys = useRef<((event: KeyboardEvent) => boolean) | null>(null)
  // While an input method composes a word, nothing is taken out from under it.
  const composing = useRef(false)
  // The text before the place where the last person left it: an amount may follow there.
  const afterPerson = useRef<string>(undefined)
  const at = useTokenAtCaret(field)
  const [said, say] = useState('')
  // The lists come once somebody is about to write, or goes on with a draft.
  const [awake, setAwake] = useState(!isEmptyDraft(draft))
  const send = useSendPost(drafts)
  const missing = useValidateDraft()

  const guess = guessValue(draft.text.slice(0, guessTextCharsMax), values)
  const chosen = values.find((one) => one.id === draft.value_id)
  const price = calculatePostCost(toCostInput(draft), allowance)

  const rewrite = (part: Partial<PostDraft>, caret: number, focus = true) => {
    flushSync(() => drafts.edit(part))
    if (focus) field.current?.focus()
    if (document.activeElement === field.current) field.current?.setSelectionRange(caret, caret)
  }
  const understand = (text: string, caret: number) => {
    const amount = composing.current ? undefined : extractAmount(text, caret, afterPerson.current)
    if (amount) {
      rewrite({ text: amount.text, score: amount.score, typed: '' }, amount.caret)
      say(t('composer.amount_set', { score: amount.score }))
    } else drafts.edit({ text })
    if (!composing.current) at.look(amount?.text ?? text, amount?.caret ?? caret)
  }
  /** A person for a part of the text. Who is there already is not there twice. */
  const addPerson = (person: Person, start: number, end: number, focus = true) => {
    const now = drafts.get().draft
    const rest = removeRange(now.text, start, end, field.current?.selectionStart ?? now.text.length)
    const known = now.people.some((one) => one.id === person.id)
    afterPerson.current = now.text.slice(0, start)
    rewrite(
      {
        text: rest.text,
        people:
          known || now.people.length >= limits.recipients_max
            ? now.people
            : [...now.people, person],
      },
      rest.caret,
      focus,
    )
    say(t('composer.added', { name: person.name }))
    at.look(rest.text, rest.caret)
  }
  const removePerson = (person: Person) => {
    drafts.edit({ people: draft.people.filter((one) => one.id !== person.id) })
    say(t('composer.removed', { name: person.name }))
    field.current?.focus()
  }
  /** Something in the place of the token, or at the caret. */
  const insert = (piece: string, start: number, end: number) => {
    const { text } = drafts.get().draft
    rewrite({ text: text.slice(0, start) + piece + text.slice(end) }, start + piece.length)
    at.look(text.slice(0, start) + piece, start + piece.length)
  }
  const chooseValue = (valueId: string | null, token?: Token) => {
    const rest = token
      ? removeRange(
          draft.text,
          token.start,
          token.start + token.query.length + 1,
          field.current?.selectionStart ?? 0,
        )
      : undefined
    if (rest) rewrite({ value_id: valueId, text: rest.text }, rest.caret)
    else drafts.edit({ value_id: valueId })
    at.close()
  }
  /** A mark at the caret, with a space before it where it needs one: its list opens. */
  const begin = (mark: string) => {
    setAwake(true)
    const caret = field.current?.selectionStart ?? draft.text.length
    const before = draft.text.slice(0, caret)
    insert(before && !/[\s(]$/.test(before) ? ` ${mark}` : mark, caret, caret)
  }
  const submit = () => {
    const now = drafts.get().draft
    const ended = extractAmount(`${now.text} `, now.text.length + 1, afterPerson.current)
    const ready: PostDraft = ended
      ? { ...now, text: ended.text, score: ended.score, typed: '' }
      : now
    if (ready !== now) drafts.edit(ready)
    const { draft: last } = drafts.get()
    const value = chosen ?? guessValue(last.text.slice(0, guessTextCharsMax), values)?.value
    const wrong = missing(last, value)
    const { score, problem } = calculatePostCost(toCostInput(last), allowance)
    at.close()
    if (wrong) drafts.set(() => ({ problems: wrong }))
    // An amount that cannot be given says so already, where it stands.
    if (wrong || !value) field.current?.focus()
    else if (problem) amountField.current?.focus()
    else {
      say('')
      send({ draft: last, value, score })
    }
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Keys that belong to an input method choose its letters, not ours.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (keys.current?.(event)) {
      event.preventDefault()
      return
    }
    const { selectionStart, selectionEnd } = event.currentTarget
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      submit()
    } else if (event.key === 'Backspace' && selectionStart === 0 && selectionEnd === 0) {
      const last = draft.people.at(-1)
      if (last) removePerson(last)
    }
  }
  const onCompose = (begins: boolean) => {
    composing.current = begins
    if (!begins && field.current) understand(field.current.value, field.current.selectionStart)
  }
  return {
    drafts,
    draft,
    shelf,
    problems,
    field,
    amountField,
    keys,
    composing,
    token: at.token,
    dismiss: at.dismiss,
    lookAgain: at.lookAgain,
    close: at.close,
    said,
    awake,
    wake: () => setAwake(true),
    values,
    allowance,
    chosen,
    guess,
    price,
    understand,
    onCompose,
    onKeyDown,
    addPerson,
    removePerson,
    insert,
    chooseValue,
    begin,
    submit,
    send,
  }
}
export type ComposerState = ReturnType<typeof useComposer>
