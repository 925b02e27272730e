import { useQueryClient } from '@tanstack/react-query'
import type { Post } from '#contract/schemas/posts.ts'
import { type Reaction, sortReactions } from '#contract/reactions.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { patchPost } from './post-cache.ts'
import { useCall } from '#web/shared/use-call.ts'

/**
 * Returns a function that toggles the like optimistically and reverts a refusal. Calls of a post run
 * in order, so that the last press wins.
 */
export function useLike(post: Post): () => void {
  const { t } = useTranslation('feed')
  const client = useQueryClient()
  const like = useCall(({ liked }: Post) => (liked ? 'posts.unlike' : 'posts.like'), {
    inOrder: ['like', post.id],
    input: ({ id }) => ({ params: { id } }),
    // The list of people has the count in its key.
    except: ['posts', 'reactions'],
    onMutate: ({ id }) =>
      patchPost(client, id, (now) => ({
        ...now,
        liked: !now.liked,
        like_count: now.like_count + (now.liked ? -1 : 1),
      })),
    updateCache: (answer) => patchPost(client, answer.id, (now) => ({ ...now, ...answer })),
    onError: (error, old) => {
      patchPost(client, old.id, (now) => ({ ...now, liked: old.liked, like_count: old.like_count }))
      notifyError(t, error)
    },
  })
  return () => like.mutate(post)
}

type ReactionCounts = Post['reactions']
/** Returns the counts with the reader's reaction added or removed. */
export function withReaction(
  counts: ReactionCounts,
  reaction: Reaction,
  give: boolean,
): ReactionCounts {
  const old = counts.find((count) => count.reaction === reaction)
  if ((old?.reacted ?? false) === give) return counts
  const next = { reaction, count: (old?.count ?? 0) + (give ? 1 : -1), reacted: give }
  const changed = [...counts.filter((count) => count !== old), next].filter(
    ({ count }) => count > 0,
  )
  return sortReactions(changed.map((count) => count.reaction)).flatMap((name) =>
    changed.filter((count) => count.reaction === name),
  )
}

type Toggle = { reaction: Reaction; give: boolean }

/**
 * Returns a function that adds or removes a reaction optimistically. Calls of a post run in order,
 * so that the last press wins.
 */
export function useToggleReaction(id: string): (reaction: Reaction, give: boolean) => void {
  const { t } = useTranslation('feed')
  const client = useQueryClient()
  const applyReaction = (reaction: Reaction, give: boolean) =>
    patchPost(client, id, (post) => ({
      ...post,
      reactions: withReaction(post.reactions, reaction, give),
    }))
  const react = useCall(({ give }: Toggle) => (give ? 'posts.react' : 'posts.unreact'), {
    inOrder: ['react', id],
    input: ({ reaction, give }) => ({
      params: { id, reaction },
      ...(give ? { body: { reaction } } : {}),
    }),
    except: ['posts', 'reactions'],
    onMutate: ({ reaction, give }) => applyReaction(reaction, give),
    updateCache: ({ reactions: counts }) =>
      patchPost(client, id, (post) => ({ ...post, reactions: counts })),
    onError: (error, { reaction, give }) => {
      applyReaction(reaction, !give)
      notifyError(t, error)
    },
  })
  return (reaction, give) => react.mutate({ reaction, give })
}
