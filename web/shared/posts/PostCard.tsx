import { ActionIcon } from '@mantine/core'
import { IconDots, IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo, useId, useState } from 'react'
import type { Post } from '#contract/schemas/posts.ts'
import { useConfig } from '#web/shared/config.ts'
import { formatTimeAgo, formatDateTime, formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { lazyWithFallback, lazyMenu } from '#web/ui/lazy.tsx'
import { PointsBadge } from '#web/ui/PointsBadge.tsx'
import { PostFaces, PostNames } from './PostPeople.tsx'
import { hideValueTag } from './hide-value-tag.ts'
import { OccasionChip } from './OccasionChip.tsx'
import { PostText } from './PostText.tsx'
import { PostFooter, type CommentsState } from './PostFooter.tsx'
import { withMessages } from '#web/shared/load-code.ts'
import css from './posts.module.css'

const PostMenu = lazyMenu(() => import('./PostMenu.tsx').then((code) => code.PostMenu))
const PostPicture = lazyWithFallback(
  () => import('./PostPicture.tsx').then((code) => code.PostPicture),
  () => <div className={css['picture']} />,
)
const loadComments = withMessages(
  () => import('#web/shared/posts/CommentThread.tsx'),
  'comments',
  'feed',
)
const CommentThread = lazyWithFallback(() => loadComments().then((code) => code.CommentThread))

/** Shows the date as a link to the post, its privacy and its parent. */
function PostTime({ post, pending }: { post: Post; pending: boolean }) {
  const { t } = useTranslation('feed')
  const {
    settings: { timezone },
  } = useConfig()
  const time = (
    <time dateTime={post.created_at} title={formatDateTime(post.created_at, timezone)}>
      {formatTimeAgo(post.created_at, timezone)}
    </time>
  )
  return (
    <div className={css['when']}>
      {pending ? (
        time
      ) : (
        <Link to="/posts/$id" params={{ id: post.parent_id ?? post.id }} data-shortcut="open">
          {time}
        </Link>
      )}
      {post.private && (
        <span className={css['privacy']}>
          <IconLock size={13} aria-hidden="true" />
          {t('post.private')}
        </span>
      )}
      {post.parent_id ? (
        <Link to="/posts/$id" params={{ id: post.parent_id }}>
          {t('post.added_to')}
        </Link>
      ) : null}
    </div>
  )
}

/** Shows the points per recipient and the points added by colleagues. */
function PostPoints({ post: { score, added_score: addedScore, to } }: { post: Post }) {
  const { t } = useTranslation('feed')
  return (
    <span className={css['points']}>
      {score > 0 ? (
        <PointsBadge
          text={`+${formatNumber(score)}`}
          label={
            to.length > 1
              ? t('post.points_each', { count: score })
              : t('common:points', { count: score })
          }
        />
      ) : null}
      {addedScore > 0 ? (
        <span className={css['added']} title={t('post.added', { count: addedScore })}>
          <span aria-hidden="true">+{formatNumber(addedScore)}</span>
          <span className="sr-only">{t('post.added', { count: addedScore })}</span>
        </span>
      ) : null}
    </span>
  )
}

/**
 * Shows a recognition: sender, recipients, text, points, value, reactions and comments. `alone`: on
 * its own page, with the comments for reading or writing.
 */
export const PostCard = memo(function PostCard({
  post,
  pending = false,
  alone = false,
}: {
  post: Post
  pending?: boolean
  alone?: false | 'reading' | 'writing'
}) {
  const { t } = useTranslation('feed')
  const { user } = useConfig()
  const [requestedState, setRequestedState] = useState<CommentsState>(alone || 'closed')
  // Without comments and without permission to comment there is nothing to open.
  const commentsState = post.abilities.comment || post.comment_count > 0 ? requestedState : 'closed'
  const threadId = useId()
  return (
    <Card
      className={`${css['post']} ${pending ? css['pending'] : ''}`}
      data-for-me={post.to_id.includes(user.id)}
    >
      <div className={css['head']} data-many={post.to.length > 1}>
        <PostFaces post={post} />
        <div className={css['people']}>
          <PostNames post={post} />
          <PostTime post={post} pending={pending} />
          {post.occasion ? <OccasionChip occasion={post.occasion} /> : null}
        </div>
        {post.score > 0 || post.added_score > 0 ? <PostPoints post={post} /> : null}
        {pending ? null : (
          <PostMenu
            post={post}
            alone={Boolean(alone)}
            target={
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                className={css['menu'] ?? ''}
                aria-label={t('post.more')}
              >
                <IconDots size={18} aria-hidden="true" />
              </ActionIcon>
            }
          />
        )}
      </div>
      {post.description ? <PostText text={hideValueTag(post)} isWhole={Boolean(alone)} /> : null}
      {post.picture ? <PostPicture post={post} picture={post.picture} /> : null}
      <PostFooter
        post={post}
        pending={pending}
        threadId={threadId}
        commentsState={commentsState}
        onCommentsChange={setRequestedState}
      />
      {commentsState === 'closed' ? null : (
        <div id={threadId} data-keep>
          <CommentThread post={post} writing={commentsState === 'writing'} />
        </div>
      )}
    </Card>
  )
})
