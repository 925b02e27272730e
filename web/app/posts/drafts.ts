import { useSyncExternalStore } from 'react'
import { session } from '#web/lib/session.ts'

/** What is being written under a post, and why it could not be sent. */
type Draft = { text: string; problem: string | null }
const none: Draft = { text: '', problem: null }

/**
 * By post; they outlive the conversation that is closed and the screen that is left, and end with
 * the session.
 */
const drafts = new Map<string, Draft>()
const listeners = new Set<() => void>()
session.onEnd(() => drafts.clear())

const watch = (tell: () => void) => {
  listeners.add(tell)
  return () => {
    listeners.delete(tell)
  }
}
export function setDraft(post_id: string, draft: Draft): void {
  if (draft.text || draft.problem) drafts.set(post_id, draft)
  else drafts.delete(post_id)
  for (const tell of listeners) tell()
}
export const draftOf = (post_id: string): Draft => drafts.get(post_id) ?? none
export const useDraft = (post_id: string): Draft =>
  useSyncExternalStore(watch, () => draftOf(post_id))
