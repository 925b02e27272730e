import { useQueryClient } from '@tanstack/react-query'
import type { Post } from '#contract/schemas/posts.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { offerUndo } from '#web/shared/undo.tsx'
import { ApiCallError, call } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { hidePendingPost } from './post-cache.ts'
import { refetchPost } from './apply-live-changes.ts'
import { invalidatePointQueries } from './posts.api.ts'

/** Takes a post away at once; it is gone for good when nobody wants it back. */
export function useDeletePost(): (post: Post) => void {
  const { t } = useTranslation('feed')
  const client = useQueryClient()
  return (post) => {
    const key = crypto.randomUUID()
    const restore = hidePendingPost(client, post)
    const back = () => {
      restore()
      // What has happened to it meanwhile, and lists that were opened only now.
      void refetchPost(client, post.id).catch(() => undefined)
    }
    const remove = async () => {
      try {
        await call('posts.delete', { params: { id: post.id }, key, keepalive: true })
      } catch (error) {
        // Somebody else was faster.
        if (error instanceof ApiCallError && error.status === 404) return
        back()
        notifyError(t, error)
        return
      }
      invalidatePointQueries(client)
    }
    offerUndo({ text: t('post.deleted'), undo: back, commit: remove })
  }
}
