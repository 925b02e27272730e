import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Post } from '#contract/schemas/posts.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { fetchResponse } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { observeIntersection } from './intersection.ts'
import { PictureDialog } from './PictureDialog.tsx'
import css from './posts.module.css'

/** Pictures load within a screen below the viewport. */
const viewportMargin = '0px 0px 100% 0px'
const keptMs = 300_000

type Picture = NonNullable<Post['picture']>

/** Returns the bytes as an address for `<img>` that needs no release. */
const toDataUrl = (bytes: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () =>
      resolve(typeof reader.result === 'string' ? reader.result : ''),
    )
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable picture')))
    reader.readAsDataURL(bytes)
  })

/**
 * Returns the address of a picture for `<img>`. The server requires the session, which `<img>` does
 * not send, so the bytes are fetched. A picture that is being sent has an address of its own.
 */
function usePictureSource(post: Post, picture: Picture, isNear: boolean): string | undefined {
  const isLocal = picture.url.startsWith('blob:')
  const { data } = useQuery({
    queryKey: queryKey('post_pictures', post.id),
    queryFn: async ({ signal }) => {
      const answer = await fetchResponse('posts.picture', { params: { id: post.id }, signal })
      return toDataUrl(await answer.blob())
    },
    enabled: isNear && !isLocal,
    staleTime: Infinity,
    gcTime: keptMs,
  })
  return isLocal ? picture.url : data
}

/** The picture of a post; a click shows all of it. Its space is reserved while it loads. */
export function PostPicture({ post, picture }: { post: Post; picture: Picture }) {
  const { t } = useTranslation('feed')
  const frame = useRef<HTMLButtonElement>(null)
  const [isNear, setIsNear] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const source = usePictureSource(post, picture, isNear)
  useEffect(() => {
    const element = frame.current
    if (!element || isNear) return undefined
    return observeIntersection(element, viewportMargin, (isNow) => {
      if (isNow) setIsNear(true)
    })
  }, [isNear])
  const { alt, width } = picture
  return (
    <>
      <button
        ref={frame}
        type="button"
        className={`plain ${css['picture']}`}
        style={{ maxWidth: width }}
        aria-label={alt ? t('post.picture_of', { alt }) : t('post.picture')}
        aria-haspopup="dialog"
        disabled={!source}
        onClick={() => setIsOpen(true)}
      >
        {source ? <img src={source} alt="" /> : null}
      </button>
      {isOpen && source ? (
        <PictureDialog picture={picture} source={source} onClose={() => setIsOpen(false)} />
      ) : null}
    </>
  )
}
