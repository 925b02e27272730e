import type { Post } from '#contract/schemas/posts.ts'
import { formatNumber, formatTimeAgo } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useConfig } from '#web/shared/config.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { LinkedText } from '#web/shared/posts/LinkedText.tsx'
import { usePostAuthor } from '#web/shared/posts/use-post-author.ts'
import { PostPicture } from '#web/shared/posts/PostPicture.tsx'
import { PointsBadge } from '#web/ui/PointsBadge.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { ValueChip } from '#web/ui/ValueChip.tsx'
import css from '../office-screen.module.css'

const namedMax = 3

/** A post in the size of the screen. */
export function PostSlide({ post }: { post: Post }) {
  const { t } = useTranslation('feed')
  const { settings } = useConfig()
  const name = usePersonName()
  const author = usePostAuthor()(post)
  const named = post.to.slice(0, namedMax)
  const others = post.to_count - named.length
  return (
    <article className={css['slide']}>
      <span className={css['faces']}>
        {[author, ...named].map((person) => (
          <UserAvatar key={person.id} user={person} size={64} />
        ))}
      </span>
      <h2>
        {name(author)} <span aria-hidden="true">→</span>
        <span className="sr-only">{t('post.to')}</span> {named.map(name).join(', ')}{' '}
        {others > 0 ? t('post.others', { count: others }) : null}
      </h2>
      <p className={css['text']} dir="auto">
        <LinkedText text={post.description} />
      </p>
      {post.picture ? <PostPicture post={post} picture={post.picture} /> : null}
      <p className={css['foot']}>
        <ValueChip value={post.value} />
        {post.score > 0 ? (
          <PointsBadge
            large
            text={`+${formatNumber(post.score)}`}
            label={t('post.points_each', { count: post.score })}
          />
        ) : null}
        <time dateTime={post.created_at}>{formatTimeAgo(post.created_at, settings.timezone)}</time>
      </p>
    </article>
  )
}
