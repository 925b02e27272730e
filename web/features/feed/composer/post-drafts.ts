import type { OwnBudget } from '#contract/schemas/budgets.ts'
import { limits } from '#contract/limits.ts'
import type { Person } from '#contract/schemas/users.ts'
import { type FormErrors, noFormErrors } from '#web/shared/errors/error-messages.ts'
import type { Allowance } from '#web/shared/points/post-cost.ts'
import { session } from '#web/lib/session.ts'

/**
 * A failed attempt. The same body is sent again under the same idempotency key, so it counts once.
 */
type SendAttempt = { key: string; body: string }
/**
 * A picture of a draft; `id` is null while it is uploaded. `preview` is an address for `<img>` that
 * ends with the page, so a draft of another page has no picture.
 */
export type DraftPicture = {
  id: string | null
  preview: string
  width: number
  height: number
  alt: string
}
/** A group of a draft with its accepted members, without the sender. */
export type DraftGroup = { id: string; name: string; count: number }
/**
 * `typed` is a custom amount as typed. While it is empty, `score` applies; null is the default
 * score.
 */
export type PostDraft = {
  people: Person[]
  /** Groups with more people than the draft can name. */
  groups: DraftGroup[]
  text: string
  score: number | null
  typed: string
  value_id: string | null
  private: boolean
  picture: DraftPicture | null
  /** The budget that pays, with the points it had left; null: the allowance. */
  budget: Pick<OwnBudget, 'id' | 'name' | 'left'> | null
  attempt: SendAttempt | null
}
/** A draft that failed while another draft was written; `why` is the error, if known. */
export type UnsentDraft = { id: string; draft: PostDraft; why: string | null }
/** `sending` holds drafts in flight. After a reload they are unsent drafts. */
type StoredDrafts = {
  draft: PostDraft
  shelf: UnsentDraft[]
  sending: PostDraft[]
  problems: FormErrors
}

export const emptyPostDraft: PostDraft = {
  people: [],
  groups: [],
  text: '',
  score: null,
  typed: '',
  value_id: null,
  private: false,
  picture: null,
  budget: null,
  attempt: null,
}
/** Returns the draft's input for calculatePostCost. */
/** Returns how many people get the points. */
export const countPeople = ({ people, groups }: PostDraft) =>
  groups.reduce((sum, { count }) => sum + count, people.length)
export const toCostInput = (draft: PostDraft) => ({
  score: draft.score,
  typed: draft.typed,
  usual: limits.score_default,
  people: countPeople(draft),
})
/** Returns the limits of what pays for the draft: its budget, or the allowance. */
export const findPaying = ({ budget }: PostDraft, allowance: Allowance): Allowance =>
  budget ? { score_remaining: budget.left, limit_per_post: null } : allowance
export const isEmptyDraft = (draft: PostDraft) =>
  countPeople(draft) === 0 && draft.text.trim() === '' && draft.picture === null

/** Drafts expire after 30 days. */
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
const parseBudget = (value: unknown): PostDraft['budget'] =>
  isUnknownRecord(value) && isString(value['id']) && isString(value['name'])
    ? { id: value['id'], name: value['name'], left: Number(value['left']) }
    : null
const parseGroup = (value: unknown): DraftGroup[] =>
  isUnknownRecord(value) && isString(value['id']) && isString(value['name'])
    ? [{ id: value['id'], name: value['name'], count: Number(value['count']) || 0 }]
    : []
/** Returns the valid parts of a stored draft; invalid parts are left out. */
function parseDraft(value: unknown): PostDraft {
  if (!isUnknownRecord(value)) return emptyPostDraft
  const { people, text, score, typed, value_id: valueId, attempt } = value
  return {
    people: Array.isArray(people) ? people.flatMap(parsePerson) : [],
    groups: Array.isArray(value['groups']) ? value['groups'].flatMap(parseGroup) : [],
    text: isString(text) ? text : '',
    score: Number.isSafeInteger(score) && Number(score) > 0 ? Number(score) : null,
    typed: isString(typed) ? typed : '',
    value_id: isString(valueId) ? valueId : null,
    private: value['private'] === true,
    picture: null,
    budget: parseBudget(value['budget']),
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
      return { draft: emptyPostDraft, shelf: [] }
    const shelf = (Array.isArray(value['shelf']) ? value['shelf'] : [])
      .map(parseDraft)
      .filter((draft) => !isEmptyDraft(draft))
    return {
      draft: parseDraft(value['draft']),
      shelf: shelf
        .slice(-unsentDraftsMax)
        .map((draft, index) => ({ id: String(index), draft, why: null })),
    }
  } catch {
    return { draft: emptyPostDraft, shelf: [] }
  }
}

/** Reads and writes drafts in localStorage; a null name keeps nothing. */
const openDraftStorage = (name: string | null) => ({
  read: () => {
    try {
      return parseStoredDrafts(name && localStorage.getItem(name), Date.now())
    } catch {
      return { draft: emptyPostDraft, shelf: [] }
    }
  },
  write: ({ draft, shelf, sending }: StoredDrafts) => {
    if (name === null) return
    try {
      const unsent = [...shelf.map((other) => other.draft), ...sending]
      if (isEmptyDraft(draft) && !unsent.length) localStorage.removeItem(name)
      else localStorage.setItem(name, JSON.stringify({ at: Date.now(), draft, shelf: unsent }))
    } catch {
      // Without storage, or with a full storage, the draft lives as long as the page.
    }
  },
})

/**
 * Creates the draft store of a user in a team. localStorage keeps drafts across reloads and expired
 * sessions until sign-out; a null name keeps nothing.
 */
function createDraftStore(name: string | null) {
  const storage = openDraftStorage(name)
  let state: StoredDrafts = { ...storage.read(), sending: [], problems: noFormErrors }
  let closed = false
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  const write = () => {
    if (!closed) storage.write(state)
  }
  // Another tab edits the draft; this unfocused tab follows.
  const onStorage = (event: StorageEvent) => {
    if (event.key !== name || document.hasFocus()) return
    state = { ...state, ...storage.read(), problems: noFormErrors }
    notify()
  }
  const set = (change: (now: StoredDrafts) => Partial<StoredDrafts>) => {
    state = { ...state, ...change(state) }
    write()
    notify()
  }
  return {
    get: () => state,
    set,
    /** Changes the draft. The attempt and its errors no longer apply. */
    edit: (part: Partial<PostDraft>) =>
      set(({ draft }) => ({ draft: { ...draft, ...part, attempt: null }, problems: noFormErrors })),
    markSent: (draft: PostDraft) =>
      set(({ sending }) => ({ sending: sending.filter((other) => other !== draft) })),
    /**
     * Restores a draft. A draft in progress stays, and the restored draft becomes an unsent draft.
     */
    restore: (draft: PostDraft, problems: FormErrors = noFormErrors) =>
      set((now) => {
        if (isEmptyDraft(now.draft)) return { draft, problems }
        const why = problems.general ?? Object.values(problems.fields)[0] ?? null
        return {
          shelf: [...now.shelf, { id: crypto.randomUUID(), draft, why }].slice(-unsentDraftsMax),
        }
      }),
    /** Swaps an unsent draft with the draft in progress. */
    swap: (id: string) =>
      set(({ draft, shelf }) => {
        const wanted = shelf.find((other) => other.id === id)
        const rest = shelf.filter((other) => other.id !== id)
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
     * Stops writing after the session ended: sign-out removed the drafts, and a late error must not
     * restore them.
     */
    close: () => {
      closed = name === null || localStorage.getItem(name) === null
    },
    discard: (id: string) =>
      set(({ shelf }) => ({ shelf: shelf.filter((other) => other.id !== id) })),
    subscribe: (listener: () => void) => {
      if (!listeners.size && name !== null) window.addEventListener('storage', onStorage)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (!listeners.size) window.removeEventListener('storage', onStorage)
      }
    },
  }
}
export type DraftStore = ReturnType<typeof createDraftStore>

const openStores = new Map<string, DraftStore>()
let stopWatching = () => {}
// localStorage keeps drafts after a session; the page's memory must not show them to the next user.
function closeStores(): void {
  stopWatching()
  for (const drafts of openStores.values()) drafts.close()
  openStores.clear()
}
/**
 * Returns the draft store of a user in a team. An impersonated session stores nothing and sees no
 * stored drafts.
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
