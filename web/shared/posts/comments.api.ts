import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query'
import type { Comment, Post } from '#contract/schemas/posts.ts'
import { toFormErrors, notifyError } from '#web/shared/errors/error-messages.ts'
import { offerUndo } from '#web/shared/undo.tsx'
import { ApiCallError, call } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { commentsKey, patchPost, hidePending, withoutPendingDeletions } from './post-cache.ts'
import { commentDraftOf, setCommentDraft } from './comment-drafts.ts'
import { refetchPost } from './apply-live-changes.ts'
import { invalidatePointQueries } from './posts.api.ts'

type CommentPages = InfiniteData<{ items: Comment[]; next_cursor: string | null }>

const commentsPageSize = 30
/** What stands under a post, newest first, page by page. */
export const commentsQuery = (postId: string) =>
  infiniteQueryOptions({
    queryKey: commentsKey(postId),
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
    commentsKey(postId),
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page, index) => ({ ...page, items: pages(page.items, index) })),
      },
  )
/** Changes a comment where it stands; `null` takes it out. */
function patchComment(
  client: QueryClient,
  { post_id: postId, id }: Comment,
  patch: (comment: Comment) => Comment | null,
): void {
  updateCommentPages(client, postId, (items) =>
    items.flatMap((one) => (one.id === id ? (patch(one) ?? []) : one)),
  )
}
/** Puts a comment in its place, which is by time (as ids are), once. */
function upsertComment(client: QueryClient, comment: Comment): void {
  patchComment(client, comment, () => null)
  const data = client.getQueryData<CommentPages>(commentsKey(comment.post_id))
  const at = Math.max(
    data?.pages.findIndex((page) => page.items.some((one) => one.id < comment.id)) ?? 0,
    0,
  )
  updateCommentPages(client, comment.post_id, (items, index) =>
    index === at ? [...items, comment].toSorted((a, b) => (a.id < b.id ? 1 : -1)) : items,
  )
}
const adjustCommentCount = (client: QueryClient, postId: string, by: number, score = 0) =>
  patchPost(client, postId, (post) => ({
    ...post,
    comment_count: Math.max(post.comment_count + by, 0),
    added_score: Math.max(post.added_score + by * score, 0),
  }))

type PendingComment = {
  text: string
  /** What stood there before: a comment that came since may be this very one. */ knownCommentIds: readonly string[]
}
const createCommentKey = (postId: string) => ['comment', postId]
/** Comments that are on their way, but those whose news came before their answer. */
export function usePendingComments(
  postId: string,
  me: string,
  comments: Comment[],
): PendingComment[] {
  const sending = useMutationState({
    filters: { mutationKey: createCommentKey(postId), status: 'pending' },
    select: (one) => one.state.variables as PendingComment,
  })
  return sending.filter(
    ({ text, knownCommentIds }) =>
      !comments.some(
        (one) => one.from.id === me && one.text === text && !knownCommentIds.includes(one.id),
      ),
  )
}

/** Sends a comment at once; a refusal puts the text back and says why. */
export function useCreateComment(postId: string) {
  const { t } = useTranslation('feed')
  const client = useQueryClient()
  return useMutation({
    mutationKey: createCommentKey(postId),
    scope: { id: `comment-${postId}` },
    mutationFn: ({ text }: PendingComment) =>
      call('posts.comment', { params: { id: postId }, body: { text } }),
    onMutate: () => adjustCommentCount(client, postId, 1),
    onSuccess: (comment) => upsertComment(client, comment),
    onError: (error, { text }) => {
      const { fields, general } = toFormErrors(t, error, ['text'])
      const now = commentDraftOf(postId).text
      setCommentDraft(postId, {
        text: now.trim() ? `${text}\n${now}` : text,
        problem: fields['text'] ?? general,
      })
      // Who has closed the conversation meanwhile hears of it all the same.
      if (
        !client
          .getQueryCache()
          .find({ queryKey: commentsKey(postId) })
          ?.isActive()
      )
        notifyError(t, error)
      void refetchPost(client, postId).catch(() => adjustCommentCount(client, postId, -1))
    },
  })
}

/** Changes one's own comment at once; `refused` gets back what was written, and why. */
export function useEditComment(
  comment: Comment,
  refused: (text: string, problem: string | null) => void,
) {
  const { t } = useTranslation('feed')
  const client = useQueryClient()
  const { id, post_id: postId } = comment
  return useMutation({
    mutationFn: (text: string) =>
      call('posts.edit_comment', { params: { id: postId, comment_id: id }, body: { text } }),
    onMutate: (text) => patchComment(client, comment, (now) => ({ ...now, text })),
    onSuccess: (answer) => patchComment(client, comment, () => answer),
    onError: (error, text) => {
      patchComment(client, comment, (now) => ({
        ...now,
        text: comment.text,
        edited_at: comment.edited_at,
      }))
      const { fields, general } = toFormErrors(t, error, ['text'])
      refused(text, fields['text'] ?? general)
    },
  })
}

/** Takes a comment or an add-on away at once; it is gone for good when nobody wants it back. */
export function useDeleteComment(): (comment: Comment) => void {
  const { t } = useTranslation('feed')
  const client = useQueryClient()
  return (comment) => {
    const { id, post_id: postId, kind, score } = comment
    const key = crypto.randomUUID()
    const release = hidePending(id)
    patchComment(client, comment, () => null)
    adjustCommentCount(client, postId, -1, score ?? 0)
    const back = () => {
      release()
      upsertComment(client, comment)
      adjustCommentCount(client, postId, 1, score ?? 0)
    }
    const remove = async () => {
      try {
        if (kind === 'comment')
          await call('posts.delete_comment', {
            params: { id: postId, comment_id: id },
            keepalive: true,
          })
        else {
          await call('posts.delete', { params: { id }, key, keepalive: true })
          invalidatePointQueries(client)
        }
      } catch (error) {
        // Somebody else was faster.
        if (error instanceof ApiCallError && error.status === 404) return
        back()
        notifyError(t, error)
      }
    }
    offerUndo({
      text: t(kind === 'comment' ? 'talk.deleted' : 'talk.add_on_deleted'),
      undo: back,
      commit: remove,
    })
  }
}

/**
 * Adds points from one's own allowance to somebody else's post. The key is one for each attempt.
 */
export function useCreateAddOn(
  post: Post,
  on: { done: () => void; refused: (error: Error) => void },
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ score, text, key }: { score: number; text: string; key: string }) =>
      call('posts.add_on', { params: { id: post.id }, body: { score, text }, key }),
    onSuccess: (added) => {
      upsertComment(client, added)
      invalidatePointQueries(client)
      void refetchPost(client, post.id).catch(() => undefined)
      on.done()
    },
    onError: on.refused,
  })
}
