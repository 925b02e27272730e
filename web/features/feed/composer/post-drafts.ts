import type { Person } from '#contract/schemas/users.ts'
import { type FormErrors, noFormErrors } from '#web/shared/errors/error-messages.ts'
import { session } from '#web/lib/session.ts'

/**
 * What was sent already and not answered well: the same again goes out under the same key, so that
 * it counts once.
 */
type SendAttempt = { key: string; body: string }
/**
 * `typed` is another amount as it was typed; while it is empty, `score` counts, and null is the
 * usual amount.
 */
export type PostDraft = {
  people: Person[]
  text: string
  score: number | null
  typed: string
  value_id: string | null
  private: boolean
  attempt: SendAttempt | null
}
/**
 * A draft that came back while another one was being written; `why` it did, while that is known.
 */
export type UnsentDraft = { id: string; draft: PostDraft; why: string | null }
/**
 * `sending`: on their way. Should the page go before the answer comes, they are on the shelf when
 * it is back.
 */
type StoredDrafts = {
  draft: PostDraft
  shelf: UnsentDraft[]
  sending: PostDraft[]
  problems: FormErrors
}

export const emptyDraft: PostDraft = {
  people: [],
  text: '',
  score: null,
  typed: '',
  value_id: null,
  private: false,
  attempt: null,
}
/** What is usually given. */
const defaultScore = 10
/** What a draft says of amounts, for its price. */
export const toCostInput = ({ score, typed, people }: PostDraft) => ({
  score,
  typed,
  usual: defaultScore,
  people: people.length,
})
export const isEmptyDraft = ({ people, text }: PostDraft) =>
  people.length === 0 && text.trim() === ''

/** Nobody goes on with what was begun a month ago. */
const draftLifetimeMs = 30 * 86_400_000
const unsentDraftsMax = 5

type UnknownRecord = { [key: string]: unknown }
const isUnknownRecord = (value: unknown): value is UnknownRecord =>
  typeof value === 'object' && value !== null
const isString = (value: unknown): value is string => typeof value === 'string'

function parsePerson(value: unknown): Person[] {
  if (!isUnknownRecord(value) || !isUnknownRecord(value['avatar'])) return []
  const {
    id,
    name,
    first_name: firstName,
    last_name: lastName,
    job_title: jobTitle,
    avatar: { url },
  } = value
  if (![id, name, firstName, lastName, jobTitle].every(isString)) return []
  return [
    {
      id,
      name,
      first_name: firstName,
      last_name: lastName,
      job_title: jobTitle,
      avatar: { url: isString(url) ? url : null },
      state: 'accepted',
      demo: value['demo'] === true,
    } as Person,
  ]
}
/** A draft as it was put away, whatever stands there: what cannot be read is left out. */
function parseDraft(value: unknown): PostDraft {
  if (!isUnknownRecord(value)) return emptyDraft
  const { people, text, score, typed, value_id: valueId, attempt } = value
  return {
    people: Array.isArray(people) ? people.flatMap(parsePerson) : [],
    text: isString(text) ? text : '',
    score: Number.isSafeInteger(score) && Number(score) > 0 ? Number(score) : null,
    typed: isString(typed) ? typed : '',
    value_id: isString(valueId) ? valueId : null,
    private: value['private'] === true,
    attempt:
      isUnknownRecord(attempt) && isString(attempt['key']) && isString(attempt['body'])
        ? { key: attempt['key'], body: attempt['body'] }
        : null,
  }
}

export function parseStoredDrafts(
  stored: string | null,
  now: number,
): Pick<StoredDrafts, 'draft' | 'shelf'> {
  try {
    const value: unknown = JSON.parse(stored ?? 'null')
    if (!isUnknownRecord(value) || !(now - Number(value['at']) < draftLifetimeMs))
      return { draft: emptyDraft, shelf: [] }
    const shelf = (Array.isArray(value['shelf']) ? value['shelf'] : [])
      .map(parseDraft)
      .filter((draft) => !isEmptyDraft(draft))
    return {
      draft: parseDraft(value['draft']),
      shelf: shelf
        .slice(0, unsentDraftsMax)
        .map((draft, index) => ({ id: String(index), draft, why: null })),
    }
  } catch {
    return { draft: emptyDraft, shelf: [] }
  }
}

/**
 * What one person writes in one team: seen by the page, kept by the browser across reloads and
 * expired sessions, until they log out.
 */
function createDraftStore(name: string | null) {
  const read = () => {
    try {
      return parseStoredDrafts(name && localStorage.getItem(name), Date.now())
    } catch {
      return { draft: emptyDraft, shelf: [] }
    }
  }
  let kept: StoredDrafts = { ...read(), sending: [], problems: noFormErrors }
  let closed = false
  const hearers = new Set<() => void>()
  const tell = () => {
    for (const hear of hearers) hear()
  }
  const write = () => {
    if (name === null || closed) return
    try {
      const shelf = [...kept.shelf.map(({ draft }) => draft), ...kept.sending]
      if (isEmptyDraft(kept.draft) && !shelf.length) localStorage.removeItem(name)
      else localStorage.setItem(name, JSON.stringify({ at: Date.now(), draft: kept.draft, shelf }))
    } catch {
      // A browser that keeps nothing, or has no room left: the draft lives as long as its page.
    }
  }
  // Another tab goes on with it: this one, which nobody writes in, follows.
  const onStorage = (event: StorageEvent) => {
    if (event.key !== name || document.hasFocus()) return
    kept = { ...kept, ...read(), problems: noFormErrors }
    tell()
  }
  const set = (change: (now: StoredDrafts) => Partial<StoredDrafts>) => {
    kept = { ...kept, ...change(kept) }
    write()
    tell()
  }
  return {
    get: () => kept,
    set,
    /** Changes the draft: it is another one now, and what was said of it before no longer holds. */
    edit: (part: Partial<PostDraft>) =>
      set(({ draft }) => ({ draft: { ...draft, ...part, attempt: null }, problems: noFormErrors })),
    sent: (draft: PostDraft) =>
      set(({ sending }) => ({ sending: sending.filter((one) => one !== draft) })),
    /**
     * Puts a draft back. What is being written meanwhile stays where it is; the other one waits
     * beside it.
     */
    putBack: (draft: PostDraft, problems: FormErrors = noFormErrors) =>
      set((now) => {
        if (isEmptyDraft(now.draft)) return { draft, problems }
        const why = problems.general ?? Object.values(problems.fields)[0] ?? null
        return {
          shelf: [...now.shelf, { id: crypto.randomUUID(), draft, why }].slice(-unsentDraftsMax),
        }
      }),
    /** Takes a draft from the shelf, and lays what is being written in its place. */
    swap: (id: string) =>
      set(({ draft, shelf }) => {
        const wanted = shelf.find((one) => one.id === id)
        const rest = shelf.filter((one) => one.id !== id)
        return wanted
          ? {
              draft: wanted.draft,
              shelf: isEmptyDraft(draft)
                ? rest
                : [...rest, { id: crypto.randomUUID(), draft, why: null }],
              problems: noFormErrors,
            }
          : {}
      }),
    /**
     * The session has ended. Drafts that logging out removed must not be written again by a call
     * that fails later.
     */
    close: () => {
      closed = name === null || localStorage.getItem(name) === null
    },
    discard: (id: string) => set(({ shelf }) => ({ shelf: shelf.filter((one) => one.id !== id) })),
    subscribe: (hear: () => void) => {
      if (!hearers.size && name !== null) window.addEventListener('storage', onStorage)
      hearers.add(hear)
      return () => {
        hearers.delete(hear)
        if (!hearers.size) window.removeEventListener('storage', onStorage)
      }
    },
  }
}
export type DraftStore = ReturnType<typeof createDraftStore>

const openStores = new Map<string, DraftStore>()
let stopWatching = () => {}
// What survives the end of a session is in the browser's storage; the memory of the page must not
// hand it to the next person.
function closeStores(): void {
  stopWatching()
  for (const drafts of openStores.values()) drafts.close()
  openStores.clear()
}
/**
 * The drafts of a person in a team. Who acts in somebody's place leaves nothing behind, and sees
 * nothing of theirs.
 */
export function draftStoreFor(
  workspaceId: string,
  userId: string,
  impersonated: boolean,
): DraftStore {
  if (!openStores.size) stopWatching = session.onEnd(closeStores)
  const name = `laurel.draft.${workspaceId}.${userId}`
  const key = impersonated ? `${name} impersonated` : name
  const drafts = openStores.get(key) ?? createDraftStore(impersonated ? null : name)
  openStores.set(key, drafts)
  return drafts
}
