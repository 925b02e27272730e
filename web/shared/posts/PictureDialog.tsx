import type { Post } from '#contract/schemas/posts.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import css from './posts.module.css'

/** The whole picture of a post, at most in its own size, with its description below. */
export function PictureDialog({
  picture: { width, height, alt },
  source,
  onClose,
}: {
  picture: NonNullable<Post['picture']>
  source: string
  onClose: () => void
}) {
  const { t } = useTranslation('feed')
  return (
    <Dialog title={t('post.picture')} close={t('common:close')} size="lg" onClose={onClose}>
      <figure className={css['wholePicture']}>
        <img src={source} alt={alt} width={width} height={height} />
        {alt ? <figcaption aria-hidden="true">{alt}</figcaption> : null}
      </figure>
    </Dialog>
  )
}
