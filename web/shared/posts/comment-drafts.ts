import { useSyncExternalStore } from 'react'
import { session } from '#web/lib/session.ts'
import type { CommentContent } from './use-comment-mentions.tsx'

/** An unsent comment, and the reason of its refusal. */
type CommentDraft = CommentContent & { problem: string | null }
export const emptyCommentDraft: CommentDraft = { text: '', mentions: [], problem: null }

/**
 * Drafts by post id. They survive closing the thread and leaving the screen, and end with the
 * session.
 */
const drafts = new Map<string, CommentDraft>()
const listeners = new Set<() => void>()
session.onEnd(() => drafts.clear())

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
export function setCommentDraft(postId: string, draft: CommentDraft): void {
  if (draft.text || draft.problem) drafts.set(postId, draft)
  else drafts.delete(postId)
  for (const listener of listeners) listener()
}
export const commentDraftOf = (postId: string): CommentDraft =>
  drafts.get(postId) ?? emptyCommentDraft
export const useCommentDraft = (postId: string): CommentDraft =>
  useSyncExternalStore(subscribe, () => commentDraftOf(postId))
