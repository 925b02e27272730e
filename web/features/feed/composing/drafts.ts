import type { Person } from '#contract/users.ts'
import { type FormProblems, noProblems } from '#web/app/errors.ts'
import { session } from '#web/lib/session.ts'

/**
 * What was sent already and not answered well: the same again goes out under the same key, so that
 * it counts once.
 */
type Attempt = { key: string; body: string }
/**
 * `typed` is another amount as it was typed; while it is empty, `score` counts, and null is the
 * usual amount.
 */
export type Draft = {
  people: Person[]
  text: string
  score: number | null
  typed: string
  value_id: string | null
  private: boolean
  attempt: Attempt | null
}
/**
 * A draft that came back while another one was being written; `why` it did, while that is known.
 */
export type Shelved = { id: string; draft: Draft; why: string | null }
/**
 * `sending`: on their way. Should the page go before the answer comes, they are on the shelf when
 * it is back.
 */
type Kept = { draft: Draft; shelf: Shelved[]; sending: Draft[]; problems: FormProblems }

export const blank: Draft = {
  people: [],
  text: '',
  score: null,
  typed: '',
  value_id: null,
  private: false,
  attempt: null,
}
/** What is usually given. */
const usual_score = 10
/** What a draft says of amounts, for its price. */
export const givingOf = ({ score, typed, people }: Draft) => ({
  score,
  typed,
  usual: usual_score,
  people: people.length,
})
export const isBlank = ({ people, text }: Draft) => people.length === 0 && text.trim() === ''

/** Nobody goes on with what was begun a month ago. */
const kept_ms = 30 * 86_400_000
const shelf_max = 5

type Loose = { [key: string]: unknown }
const isLoose = (value: unknown): value is Loose => typeof value === 'object' && value !== null
const isText = (value: unknown): value is string => typeof value === 'string'

function personFrom(value: unknown): Person[] {
  if (!isLoose(value) || !isLoose(value['avatar'])) return []
  const {
    id,
    name,
    first_name,
    last_name,
    job_title,
    avatar: { url },
  } = value
  if (![id, name, first_name, last_name, job_title].every(isText)) return []
  return [
    {
      id,
      name,
      first_name,
      last_name,
      job_title,
      avatar: { url: isText(url) ? url : null },
      state: 'accepted',
      demo: value['demo'] === true,
    } as Person,
  ]
}
/** A draft as it was put away, whatever stands there: what cannot be read is left out. */
function draftFrom(value: unknown): Draft {
  if (!isLoose(value)) return blank
  const { people, text, score, typed, value_id, attempt } = value
  return {
    people: Array.isArray(people) ? people.flatMap(personFrom) : [],
    text: isText(text) ? text : '',
    score: Number.isSafeInteger(score) && Number(score) > 0 ? Number(score) : null,
    typed: isText(typed) ? typed : '',
    value_id: isText(value_id) ? value_id : null,
    private: value['private'] === true,
    attempt:
      isLoose(attempt) && isText(attempt['key']) && isText(attempt['body'])
        ? { key: attempt['key'], body: attempt['body'] }
        : null,
  }
}

export function parseKept(stored: string | null, now: number): Pick<Kept, 'draft' | 'shelf'> {
  try {
    const value: unknown = JSON.parse(stored ?? 'null')
    if (!isLoose(value) || !(now - Number(value['at']) < kept_ms))
      return { draft: blank, shelf: [] }
    const shelf = (Array.isArray(value['shelf']) ? value['shelf'] : [])
      .map(draftFrom)
      .filter((draft) => !isBlank(draft))
    return {
      draft: draftFrom(value['draft']),
      shelf: shelf
        .slice(0, shelf_max)
        .map((draft, index) => ({ id: String(index), draft, why: null })),
    }
  } catch {
    return { draft: blank, shelf: [] }
  }
}

/**
 * What one person writes in one team: seen by the page, kept by the browser across reloads and
 * expired sessions, until they log out.
 */
function makeDrafts(name: string | null) {
  const read = () => {
    try {
      return parseKept(name && localStorage.getItem(name), Date.now())
    } catch {
      return { draft: blank, shelf: [] }
    }
  }
  let kept: Kept = { ...read(), sending: [], problems: noProblems }
  let closed = false
  const hearers = new Set<() => void>()
  const tell = () => {
    for (const hear of hearers) hear()
  }
  const write = () => {
    if (name === null || closed) return
    try {
      const shelf = [...kept.shelf.map(({ draft }) => draft), ...kept.sending]
      if (isBlank(kept.draft) && !shelf.length) localStorage.removeItem(name)
      else localStorage.setItem(name, JSON.stringify({ at: Date.now(), draft: kept.draft, shelf }))
    } catch {
      // A browser that keeps nothing, or has no room left: the draft lives as long as its page.
    }
  }
  // Another tab goes on with it: this one, which nobody writes in, follows.
  const onStorage = (event: StorageEvent) => {
    if (event.key !== name || document.hasFocus()) return
    kept = { ...kept, ...read(), problems: noProblems }
    tell()
  }
  const set = (change: (now: Kept) => Partial<Kept>) => {
    kept = { ...kept, ...change(kept) }
    write()
    tell()
  }
  return {
    get: () => kept,
    set,
    /** Changes the draft: it is another one now, and what was said of it before no longer holds. */
    edit: (part: Partial<Draft>) =>
      set(({ draft }) => ({ draft: { ...draft, ...part, attempt: null }, problems: noProblems })),
    sent: (draft: Draft) =>
      set(({ sending }) => ({ sending: sending.filter((one) => one !== draft) })),
    /**
     * Puts a draft back. What is being written meanwhile stays where it is; the other one waits
     * beside it.
     */
    putBack: (draft: Draft, problems: FormProblems = noProblems) =>
      set((now) => {
        if (isBlank(now.draft)) return { draft, problems }
        const why = problems.general ?? Object.values(problems.fields)[0] ?? null
        return { shelf: [...now.shelf, { id: crypto.randomUUID(), draft, why }].slice(-shelf_max) }
      }),
    /** Takes a draft from the shelf, and lays what is being written in its place. */
    swap: (id: string) =>
      set(({ draft, shelf }) => {
        const wanted = shelf.find((one) => one.id === id)
        const rest = shelf.filter((one) => one.id !== id)
        return wanted
          ? {
              draft: wanted.draft,
              shelf: isBlank(draft)
                ? rest
                : [...rest, { id: crypto.randomUUID(), draft, why: null }],
              problems: noProblems,
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
export type Drafts = ReturnType<typeof makeDrafts>

const opened = new Map<string, Drafts>()
let stopWatching = () => {}
// What survives the end of a session is in the browser's storage; the memory of the page must not
// hand it to the next person.
function forgetOpened(): void {
  stopWatching()
  for (const drafts of opened.values()) drafts.close()
  opened.clear()
}
/**
 * The drafts of a person in a team. Who acts in somebody's place leaves nothing behind, and sees
 * nothing of theirs.
 */
export function draftsOf(workspace_id: string, user_id: string, impersonated: boolean): Drafts {
  if (!opened.size) stopWatching = session.onEnd(forgetOpened)
  const name = `laurel.draft.${workspace_id}.${user_id}`
  const key = impersonated ? `${name} impersonated` : name
  const drafts = opened.get(key) ?? makeDrafts(impersonated ? null : name)
  opened.set(key, drafts)
  return drafts
}
