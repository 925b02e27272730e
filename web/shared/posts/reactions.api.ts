import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Post } from '#contract/schemas/posts.ts'
import { type Reaction, reactionNames } from '#contract/reactions.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { call } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { patchPost } from './post-cache.ts'

/** Likes a post or takes it back: at once, and back again when it is refused. */
export function useLike(post: Post): () => void {
  const { t } = useTranslation('feed')
  const client = useQueryClient()
  const like = useMutation({
    mutationFn: ({ id, liked }: Post) =>
      call(liked ? 'posts.unlike' : 'posts.like', { params: { id } }),
    onMutate: ({ id }) =>
      patchPost(client, id, (now) => ({
        ...now,
        liked: !now.liked,
        like_count: now.like_count + (now.liked ? -1 : 1),
      })),
    onSuccess: (answer) => patchPost(client, answer.id, (now) => ({ ...now, ...answer })),
    onError: (error, old) => {
      patchPost(client, old.id, (now) => ({ ...now, liked: old.liked, like_count: old.like_count }))
      notifyError(t, error)
    },
  })
  return () => like.mutate(post)
}

type ReactionCounts = Post['reactions']
/** The reactions with one's own given, or taken back. */
export function withReaction(
  counts: ReactionCounts,
  reaction: Reaction,
  give: boolean,
): ReactionCounts {
  const old = counts.find((one) => one.reaction === reaction)
  if ((old?.reacted ?? false) === give) return counts
  const next = { reaction, count: (old?.count ?? 0) + (give ? 1 : -1), reacted: give }
  return reactionNames.flatMap((name) =>
    name === reaction
      ? next.count > 0
        ? [next]
        : []
      : counts.filter((one) => one.reaction === name),
  )
}

/**
 * Gives a reaction or takes it back, at once. One after the other for each post, so that the last
 * one pressed is the one that counts.
 */
export function useToggleReaction(id: string): (reaction: Reaction, give: boolean) => void {
  const { t } = useTranslation('feed')
  const client = useQueryClient()
  const mutationKey = ['react', id]
  const turn = (reaction: Reaction, give: boolean) =>
    patchPost(client, id, (post) => ({
      ...post,
      reactions: withReaction(post.reactions, reaction, give),
    }))
  const react = useMutation({
    mutationKey,
    scope: { id: `react-${id}` },
    mutationFn: ({ reaction, give }: { reaction: Reaction; give: boolean }) =>
      give
        ? call('posts.react', { params: { id }, body: { reaction } })
        : call('posts.unreact', { params: { id, reaction } }),
    onMutate: ({ reaction, give }) => turn(reaction, give),
    // An answer that the next press has overtaken would take that one back for a moment.
    onSuccess: ({ reactions: counts }) => {
      if (client.isMutating({ mutationKey }) === 1)
        patchPost(client, id, (post) => ({ ...post, reactions: counts }))
    },
    onError: (error, { reaction, give }) => {
      turn(reaction, !give)
      notifyError(t, error)
    },
  })
  return (reaction, give) => react.mutate({ reaction, give })
}
