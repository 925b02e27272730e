import { useQueryClient } from '@tanstack/react-query'
import { type DragEvent, type KeyboardEvent, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { limits } from '#contract/limits.ts'
import type { Person } from '#contract/schemas/users.ts'
import { useConfig } from '#web/shared/config.ts'
import { calculatePostCost } from '#web/shared/points/post-cost.ts'
import type { Token } from '#web/shared/mentions/token-at-caret.ts'
import { useTokenAtCaret } from '#web/shared/mentions/use-token-at-caret.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { findValue, guessFor } from './find-value.ts'
import {
  type PostDraft,
  draftStoreFor,
  findPaying,
  toCostInput,
  isEmptyDraft,
} from './post-drafts.ts'
import { extractAmount, removeRange } from '#contract/thanks-text.ts'
import { type SendEvents, useValidateDraft, useSendPost } from './use-send-post.ts'
import { loadOccasional } from '../components/load-occasional.ts'

/** The draft, its price and the refs of the composer. */
function useComposerState() {
  const { t } = useTranslation('feed')
  const { values, allowance: ownAllowance, user, workspace, impersonated } = useConfig()
  const drafts = draftStoreFor(workspace.id, user.id, impersonated)
  const { draft, shelf, problems } = useSyncExternalStore(drafts.subscribe, drafts.get)
  const allowance = findPaying(draft, ownAllowance)
  const field = useRef<HTMLTextAreaElement>(null)
  const amountField = useRef<HTMLInputElement>(null)
  const keys = useRef<((event: KeyboardEvent) => boolean) | null>(null)
  // While an input method composes a word, the text is not changed.
  const composing = useRef(false)
  const setComposing = (isComposing: boolean) => {
    composing.current = isComposing
  }
  // The text before the last extracted person: an amount may follow there.
  const afterPerson = useRef<string>(undefined)
  const at = useTokenAtCaret(field)
  const [announcement, announce] = useState('')
  // The lists load on focus, or with a draft in progress.
  const [isActive, setIsActive] = useState(!isEmptyDraft(draft))
  const chosen = values.find((candidate) => candidate.id === draft.value_id)
  const guess = chosen ? undefined : guessFor(draft, values)
  // Whether the value question is shown: after sending a post without a value, until one is chosen.
  const [wasAskedForValue, setAskedForValue] = useState(false)
  const price = calculatePostCost(toCostInput(draft), allowance)
  return {
    t,
    values,
    allowance,
    ownAllowance,
    drafts,
    draft,
    shelf,
    problems,
    field,
    amountField,
    keys,
    composing,
    setComposing,
    afterPerson,
    at,
    announcement,
    announce,
    isActive,
    setIsActive,
    guess,
    chosen,
    value: findValue(draft, values),
    wasAskedForValue,
    setAskedForValue,
    price,
  }
}
type State = ReturnType<typeof useComposerState>

/** Returns a function that changes the draft and sets the caret. */
const createRewrite =
  ({ drafts, field }: State) =>
  (part: Partial<PostDraft>, caret: number, focus = true) => {
    flushSync(() => drafts.edit(part))
    if (focus) field.current?.focus()
    if (document.activeElement === field.current) field.current?.setSelectionRange(caret, caret)
  }

/** Returns the actions that change the people of the draft. */
function recipientActions(state: State) {
  const { t, drafts, draft, field, afterPerson, at, announce } = state
  const rewrite = createRewrite(state)
  /**
   * Replaces a part of the text with people, and announces their name. People already added are not
   * added twice. A full draft keeps its text.
   */
  const addPeople = (people: Person[], name: string, start: number, end: number, focus = true) => {
    const now = drafts.get().draft
    const added = people.filter(({ id }) => !now.people.some((known) => known.id === id))
    if (now.people.length + added.length > limits.recipients_max) {
      announce(t('composer.people_max', { count: limits.recipients_max }))
      return
    }
    const rest = removeRange(now.text, start, end, field.current?.selectionStart ?? now.text.length)
    afterPerson.current = now.text.slice(0, start)
    rewrite({ text: rest.text, people: [...now.people, ...added] }, rest.caret, focus)
    announce(t('composer.added', { name }))
    at.look(rest.text, rest.caret)
  }
  const addPerson = (person: Person, start: number, end: number, focus?: boolean) =>
    addPeople([person], person.name, start, end, focus)
  const removePerson = (person: Person) => {
    drafts.edit({ people: draft.people.filter((candidate) => candidate.id !== person.id) })
    announce(t('composer.removed', { name: person.name }))
    field.current?.focus()
  }
  return { addPeople, addPerson, removePerson }
}

/** Returns the actions that change the text and its value. */
function textActions(state: State) {
  const { t, drafts, draft, field, composing, afterPerson, at, announce, setIsActive } = state
  const rewrite = createRewrite(state)
  const parseInput = (text: string, caret: number) => {
    const amount = composing.current ? undefined : extractAmount(text, caret, afterPerson.current)
    if (amount) {
      rewrite({ text: amount.text, score: amount.score, typed: '' }, amount.caret)
      announce(t('composer.amount_set', { score: amount.score }))
    } else drafts.edit({ text })
    if (!composing.current) at.look(amount?.text ?? text, amount?.caret ?? caret)
  }
  /** Inserts text in place of the token, or at the caret. */
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
  /** Inserts a mark at the caret, after a space where needed, which opens its list. */
  const startToken = (mark: string) => {
    setIsActive(true)
    const caret = field.current?.selectionStart ?? draft.text.length
    const before = draft.text.slice(0, caret)
    insert(before && !/[\s(]$/.test(before) ? ` ${mark}` : mark, caret, caret)
  }
  return { parseInput, insert, chooseValue, startToken }
}

/** Returns the function that sends the draft, or shows what is missing. */
function useSubmit(state: State, events: SendEvents) {
  const { values, allowance, drafts, field, amountField, afterPerson, at, announce } = state
  const send = useSendPost(drafts, events)
  const missing = useValidateDraft()
  const submit = () => {
    const now = drafts.get().draft
    const ended = extractAmount(`${now.text} `, now.text.length + 1, afterPerson.current)
    const ready: PostDraft = ended
      ? { ...now, text: ended.text, score: ended.score, typed: '' }
      : now
    if (ready !== now) drafts.edit(ready)
    const { draft: last } = drafts.get()
    const value = findValue(last, values)
    const wrong = missing(last, values)
    const { score, problem } = calculatePostCost(toCostInput(last), allowance)
    // A lost attempt may have used the points itself, which only the server knows.
    const isInvalid = problem !== null && !(problem === 'left' && last.attempt)
    at.close()
    if (wrong) drafts.set(() => ({ problems: wrong }))
    // An invalid amount already shows its error at the amount field.
    if (wrong) field.current?.focus()
    else if (isInvalid) amountField.current?.focus()
    else if (!value) state.setAskedForValue(true)
    else {
      state.setAskedForValue(false)
      announce('')
      send({ draft: last, value, score })
    }
  }
  /** Sets the value and sends the post. */
  const sendWithValue = (valueId: string) => {
    drafts.edit({ value_id: valueId })
    // The pressed button disappears.
    field.current?.focus()
    submit()
  }
  return { send, submit, sendWithValue }
}

/**
 * The composer's state and actions. The lists set `keys` to see key presses first. `edit` changes
 * the draft; `rewrite` also sets the caret synchronously, so that the next key is inserted after
 * it.
 */
export function useComposer(events: SendEvents = {}) {
  const state = useComposerState()
  const client = useQueryClient()
  const { at, setComposing, setIsActive, draft, field, keys } = state
  const actions = { ...textActions(state), ...recipientActions(state) }
  const { parseInput, removePerson } = actions
  const { send, submit, sendWithValue } = useSubmit(state, events)
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // During composition, keys belong to the input method.
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
    setComposing(begins)
    if (!begins && field.current) parseInput(field.current.value, field.current.selectionStart)
  }
  const attachFile = (file: File) =>
    void loadOccasional().then(({ attachPicture }) => attachPicture(client, state.drafts, file))
  /** Attaches the first file, if it is a picture. Returns whether it is one. */
  const addPicture = (files: FileList | null): boolean => {
    const file = files?.[0]
    if (!file?.type.startsWith('image/')) return false
    attachFile(file)
    return true
  }
  /** Attaches a dropped file, which the browser would open in place of the page. */
  const dropFile = (event: DragEvent) => {
    const [file] = event.dataTransfer.files
    if (!file) return
    event.preventDefault()
    attachFile(file)
  }
  return {
    ...state,
    ...actions,
    addPicture,
    dropFile,
    token: at.token,
    dismiss: at.dismiss,
    refreshToken: at.refreshToken,
    close: at.close,
    activate: () => setIsActive(true),
    onCompose,
    onKeyDown,
    submit,
    sendWithValue,
    send,
  }
}
export type ComposerState = ReturnType<typeof useComposer>
