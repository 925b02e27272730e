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
export function setCommentDraft(postId: string, draft: CommentDraft): void {
  if (draft.text || draft.problem) drafts.set(postId, draft)
  else drafts.delete(postId)
  for (const tell of listeners) tell()
}
export const commentDraftOf = (postId: string): CommentDraft => drafts.get(postId) ?? emptyDraft
export const useCommentDraft = (postId: string): CommentDraft =>
  useSyncExternalStore(subscribe, () => commentDraftOf(postId))
