import { useSyncExternalStore } from 'react'
import { session } from '#web/lib/session.ts'

/** What is being written under a post, and why it could not be sent. */
type CommentDraft = { text: string; problem: string | null }
const emptyDraft: CommentDraft = { text: '', problem: null }

/**
 * By post; they outlive the conversation that is closed and the screen that is left, and end with
 * the session.
 */
const drafts = new Map<string, CommentDraft>()
const listeners = new Set<() => void>()
session.onEnd(() => drafts.clear())

const subscribe = (tell: () => void) => {
  listeners.add(tell)
  return () => {
    listeners.delete(tell)
  }
}
export function setCommentDraft(post_id: string, draft: CommentDraft): void {
  if (draft.text || draft.problem) drafts.set(post_id, draft)
  else drafts.delete(post_id)
  for (const tell of listeners) tell()
}
export const commentDraftOf = (post_id: string): CommentDraft => drafts.get(post_id) ?? emptyDraft
export const useCommentDraft = (post_id: string): CommentDraft =>
  useSyncExternalStore(subscribe, () => commentDraftOf(post_id))
