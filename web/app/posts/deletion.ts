import { useQueryClient } from '@tanstack/react-query'
import type { Post } from '#contract/posts.ts'
import { tellError } from '#web/app/errors.ts'
import { offerUndo } from '#web/app/undo.tsx'
import { CallError, call } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { withholdPost } from './cache.ts'
import { askPost } from './follow.ts'
import { pointsMoved } from './queries.ts'

/** Takes a post away at once; it is gone for good when nobody wants it back. */
export function useDeletePost(): (post: Post) => void {
  const { t } = useTranslation('feed')
  const client = useQueryClient()
  return (post) => {
    const key = crypto.randomUUID()
    const restore = withholdPost(client, post)
    const back = () => {
      restore()
      // What has happened to it meanwhile, and lists that were opened only now.
      void askPost(client, post.id).catch(() => undefined)
    }
    const remove = async () => {
      try {
        await call('posts.delete', { params: { id: post.id }, key, keepalive: true })
      } catch (error) {
        // Somebody else was faster.
        if (error instanceof CallError && error.status === 404) return
        back()
        tellError(t, error)
        return
      }
      pointsMoved(client)
    }
    offerUndo({ text: t('post.deleted'), undo: back, done: remove })
  }
}
