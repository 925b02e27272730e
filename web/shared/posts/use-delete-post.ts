import { useQueryClient } from '@tanstack/react-query'
import type { Post } from '#contract/schemas/posts.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { offerUndo } from '#web/shared/undo.tsx'
import { ApiCallError } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { hidePendingPost } from './post-cache.ts'
import { refetchPost } from './fetch-post.ts'
import { callAndInvalidate } from '#web/shared/use-call.ts'

/**
 * Returns a function that hides a post at once and deletes it when the undo offer ends. `points`: what
 * happens to the points of a post by the team about the reader.
 */
export function useDeletePost(): (post: Post, points?: 'keep' | 'return') => void {
  const { t } = useTranslation('feed')
  const client = useQueryClient()
  return (post, points = 'keep') => {
    const key = crypto.randomUUID()
    const restore = hidePendingPost(client, post)
    const undo = () => {
      restore()
      // Fetches later changes, and adds the post to lists opened in the meantime.
      void refetchPost(client, post.id).catch(() => undefined)
    }
    const remove = async () => {
      try {
        await callAndInvalidate(
          client,
          'posts.delete',
          {
            params: { id: post.id },
            ...(points === 'return' ? { query: { points } } : {}),
            key,
            keepalive: true,
          },
          // The post has already left the lists, and its thread with it.
          ['posts', 'comments'],
        )
      } catch (error) {
        // 404: already deleted.
        if (error instanceof ApiCallError && error.status === 404) return
        undo()
        notifyError(t, error)
      }
    }
    offerUndo({ text: t('post.deleted'), undo, commit: remove, cancel: restore })
  }
}
