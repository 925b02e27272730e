import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query'
import type { Comment, Post } from '#contract/schemas/posts.ts'
import { toFormErrors, notifyError } from '#web/shared/errors/error-messages.ts'
import { offerUndo } from '#web/shared/undo.tsx'
import { ApiCallError, call } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { patchPost, hidePending, withoutPendingDeletions } from './post-cache.ts'
import { commentDraftOf, setCommentDraft } from './comment-drafts.ts'
import { type CommentContent, mentionedIds } from './use-comment-mentions.tsx'
import { refetchPost } from './fetch-post.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall, callAndInvalidate } from '#web/shared/use-call.ts'

type CommentPages = InfiniteData<{ items: Comment[]; next_cursor: string | null }>

const commentsPageSize = 30
/** The comments of a post, newest first, page by page. */
export const commentsQuery = (postId: string) =>
  infiniteQueryOptions({
    queryKey: queryKey('comments', postId),
    queryFn: async ({ pageParam, signal }) => {
      const page = await call('posts.comments', {
        params: { id: postId },
        query: { cursor: pageParam, limit: commentsPageSize },
        signal,
      })
      return { ...page, items: withoutPendingDeletions(page.items) }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })

const updateCommentPages = (
  client: QueryClient,
  postId: string,
  pages: (items: Comment[], index: number) => Comment[],
) =>
  client.setQueryData<CommentPages>(
    queryKey('comments', postId),
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page, index) => ({ ...page, items: pages(page.items, index) })),
      },
  )
/** Changes a comment in the cache; `null` removes it. */
function patchComment(
  client: QueryClient,
  { post_id: postId, id }: Comment,
  patch: (comment: Comment) => Comment | null,
): void {
  updateCommentPages(client, postId, (items) =>
    items.flatMap((item) => (item.id === id ? (patch(item) ?? []) : item)),
  )
}
/** Inserts or replaces a comment in the cache, sorted by id, which is also the order in time. */
function upsertComment(client: QueryClient, comment: Comment): void {
  patchComment(client, comment, () => null)
  const pages =
    client.getQueryData<CommentPages>(queryKey('comments', comment.post_id))?.pages ?? []
  const found = pages.findIndex((page) => page.items.some((item) => item.id < comment.id))
  // The oldest comment of all is on the last page.
  const at = found === -1 ? pages.length - 1 : found
  updateCommentPages(client, comment.post_id, (items, index) =>
    index === at ? [...items, comment].toSorted((a, b) => (a.id < b.id ? 1 : -1)) : items,
  )
}
const adjustCommentCount = (client: QueryClient, postId: string, delta: number, score = 0) =>
  patchPost(client, postId, (post) => ({
    ...post,
    comment_count: Math.max(post.comment_count + delta, 0),
    added_score: Math.max(post.added_score + delta * score, 0),
  }))

type PendingComment = CommentContent & {
  /** The Idempotency-Key. */
  key: string
  /** Comments known when sending: a newer comment with the same text is this very comment. */
  knownCommentIds: readonly string[]
}
const createCommentKey = (postId: string) => ['comment', postId]
/** Returns comments in flight, except those that a live update has already added to the list. */
export function usePendingComments(
  postId: string,
  me: string,
  comments: Comment[],
): PendingComment[] {
  const sending = useMutationState({
    filters: { mutationKey: createCommentKey(postId), status: 'pending' },
    select: (mutation) => mutation.state.variables as PendingComment,
  })
  return sending.filter(
    ({ text, knownCommentIds }) =>
      !comments.some(
        (comment) =>
          comment.from.id === me && comment.text === text && !knownCommentIds.includes(comment.id),
      ),
  )
}

export const toCommentBody = (content: CommentContent) => ({
  text: content.text,
  mentions: mentionedIds(content),
})

/** Sends a comment with an optimistic count; a refusal restores the text with the reason. */
export function useCreateComment(postId: string) {
  const { t } = useTranslation('feed')
  const client = useQueryClient()
  return useCall('posts.comment', {
    mutationKey: createCommentKey(postId),
    scope: { id: `comment-${postId}` },
    input: (comment: PendingComment) => ({
      params: { id: postId },
      body: toCommentBody(comment),
      key: comment.key,
    }),
    onMutate: () => adjustCommentCount(client, postId, 1),
    updateCache: (comment) => upsertComment(client, comment),
    except: ['posts', 'comments'],
    onError: (error, { key, text, mentions }) => {
      const { fields, general } = toFormErrors(t, error, ['text'])
      const now = commentDraftOf(postId)
      setCommentDraft(postId, {
        text: now.text.trim() ? `${text}\n${now.text}` : text,
        mentions: [...mentions, ...now.mentions],
        problem: fields['text'] ?? general,
        attempt: { key, body: JSON.stringify(toCommentBody({ text, mentions })) },
      })
      // With a closed thread, a notification shows the error.
      if (
        !client
          .getQueryCache()
          .find({ queryKey: queryKey('comments', postId) })
          ?.isActive()
      )
        notifyError(t, error)
      void refetchPost(client, postId).catch(() => adjustCommentCount(client, postId, -1))
    },
  })
}

/** Edits a comment optimistically; `onRefused` receives the text and the reason. */
export function useEditComment(
  comment: Comment,
  onRefused: (content: CommentContent, problem: string | null) => void,
) {
  const { t } = useTranslation('feed')
  const client = useQueryClient()
  const { id, post_id: postId } = comment
  return useCall('posts.edit_comment', {
    input: (content: CommentContent) => ({
      params: { id: postId, comment_id: id },
      body: toCommentBody(content),
    }),
    onMutate: ({ text, mentions }) =>
      patchComment(client, comment, (now) => ({
        ...now,
        text,
        mentions: mentions.map((person) => ({ name: person.name, person })),
      })),
    updateCache: (answer) => patchComment(client, comment, () => answer),
    except: ['comments'],
    onError: (error, content) => {
      patchComment(client, comment, (now) => ({
        ...now,
        text: comment.text,
        mentions: comment.mentions,
        edited_at: comment.edited_at,
      }))
      const { fields, general } = toFormErrors(t, error, ['text'])
      onRefused(content, fields['text'] ?? general)
    },
  })
}

/** The comment has already left its thread, and the count of its post is adjusted. */
const removedQueries = ['posts', 'comments'] as const

/** Hides a comment or an add-on at once and deletes it when the undo offer ends. */
export function useDeleteComment(): (comment: Comment) => void {
  const { t } = useTranslation('feed')
  const client = useQueryClient()
  return (comment) => {
    const { id, post_id: postId, kind, score } = comment
    const key = crypto.randomUUID()
    const release = hidePending(id)
    patchComment(client, comment, () => null)
    adjustCommentCount(client, postId, -1, score ?? 0)
    const restore = () => {
      release()
      upsertComment(client, comment)
      adjustCommentCount(client, postId, 1, score ?? 0)
      // A post that was refetched in the meantime counts the comment already.
      void refetchPost(client, postId).catch(() => undefined)
    }
    const remove = async () => {
      try {
        if (kind === 'comment')
          await callAndInvalidate(
            client,
            'posts.delete_comment',
            { params: { id: postId, comment_id: id }, keepalive: true },
            removedQueries,
          )
        else
          await callAndInvalidate(
            client,
            'posts.delete',
            { params: { id }, key, keepalive: true },
            removedQueries,
          )
      } catch (error) {
        // 404: already deleted.
        if (error instanceof ApiCallError && error.status === 404) return
        restore()
        notifyError(t, error)
      }
    }
    offerUndo({
      text: t(kind === 'comment' ? 'comments:deleted' : 'comments:add_on_deleted'),
      undo: restore,
      commit: remove,
      cancel: release,
    })
  }
}

/** Adds points to a colleague's post from the reader's allowance. `key` is the Idempotency-Key. */
export function useCreateAddOn(
  post: Post,
  { onDone, onRefused }: { onDone: () => void; onRefused: (error: Error) => void },
) {
  const client = useQueryClient()
  return useCall('posts.add_on', {
    input: ({ score, text, key }: { score: number; text: string; key: string }) => ({
      params: { id: post.id },
      body: { score, text },
      key,
    }),
    updateCache: (added) => {
      upsertComment(client, added)
      void refetchPost(client, post.id).catch(() => undefined)
    },
    except: ['posts', 'comments'],
    onSuccess: onDone,
    onError: onRefused,
  })
}
