import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Failure } from '#web/app/Failure.tsx'
import { onePostKey } from '#web/app/posts/cache.ts'
import { PostCard } from '#web/app/posts/PostCard.tsx'
import { CallError, call } from '#web/lib/client.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'

/** The post that an entry of the balance sheet came from, if it is still there. */
export function PostDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('profile')
  const post = useQuery({
    queryKey: onePostKey(id),
    queryFn: ({ signal }) => call('posts.get', { params: { id }, signal }).catch((error: unknown) => {
      if (error instanceof CallError && error.status === 404) return null
      throw error
    }),
  })
  return (
    <Dialog title={t('sheet.post')} close={t('common:close')} size="lg" onClose={onClose}>
      {post.isPending ? <div aria-busy="true"><Skeleton height={160} radius="lg" /></div> : null}
      {post.isError ? <Failure error={post.error} retry={() => void post.refetch()} /> : null}
      {post.data ? <PostCard post={post.data} /> : null}
      {post.data === null ? <Notice art="laurel" title={t('sheet.post_gone')} text={t('sheet.post_gone_text')} /> : null}
    </Dialog>
  )
}
