import { useSyncExternalStore } from 'react'
import { session } from '#web/lib/session.ts'
import type { CommentContent } from './use-comment-mentions.tsx'

/** A failed attempt. The same body is sent again under the same key, so it is posted once. */
type CommentAttempt = { key: string; body: string }
/** An unsent comment, and the reason of its refusal. */
type CommentDraft = CommentContent & { problem: string | null; attempt: CommentAttempt | null }
export const emptyCommentDraft: CommentDraft = {
  text: '',
  mentions: [],
  problem: null,
  attempt: null,
}

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
/** Returns the Idempotency-Key of a body: that of its failed attempt, or a new one. */
export const commentKeyOf = ({ attempt }: CommentDraft, body: object): string =>
  attempt?.body === JSON.stringify(body) ? attempt.key : crypto.randomUUID()
export const useCommentDraft = (postId: string): CommentDraft =>
  useSyncExternalStore(subscribe, () => commentDraftOf(postId))
