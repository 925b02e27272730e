import { IconCirclePlus, IconHeart, IconHeartFilled, IconMessageCircle } from '@tabler/icons-react'
import { useState } from 'react'
import type { Post } from '#contract/schemas/posts.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { lazyWithFallback } from '#web/ui/lazy.tsx'
import { ValueChip } from '#web/ui/ValueChip.tsx'
import { useLike } from './reactions.api.ts'
import { Count } from './Count.tsx'
import { withMessages } from '#web/shared/load-code.ts'
import css from './posts.module.css'
import { AddReaction, ReactionChips } from './Reactions.tsx'

const loadAddOnDialog = withMessages(
  () => import('#web/shared/posts/AddOnDialog.tsx'),
  'comments',
  'feed',
)
const AddOnDialog = lazyWithFallback(() => loadAddOnDialog().then((code) => code.AddOnDialog))

function LikeButton({ post, disabled }: { post: Post; disabled: boolean }) {
  const { t } = useTranslation('feed')
  const like = useLike(post)
  return (
    <Count
      post={post}
      reaction="like"
      name={t('post.likes')}
      count={post.like_count}
      className={css['reaction']}
      isOwn={post.liked}
    >
      <button
        type="button"
        className="plain"
        data-shortcut="like"
        aria-pressed={post.liked}
        disabled={disabled}
        aria-label={t(post.liked ? 'post.unlike' : 'post.like', { count: post.like_count })}
        onClick={like}
      >
        {post.liked ? (
          <IconHeartFilled size={16} aria-hidden="true" />
        ) : (
          <IconHeart size={16} aria-hidden="true" />
        )}
      </button>
    </Count>
  )
}

/** The value and the reactions, the heart first. */
const PostReactions = ({ post, pending }: { post: Post; pending: boolean }) => (
  <div className={css['chips']}>
    <ValueChip value={post.value} />
    {post.abilities.like || pending ? <LikeButton post={post} disabled={pending} /> : null}
    {post.abilities.react ? (
      <>
        <ReactionChips post={post} />
        <AddReaction post={post} />
      </>
    ) : null}
  </div>
)

/**
 * The comments of a post: a press on the button opens them for writing, a link or a new add-on for
 * reading.
 */
export type CommentsState = 'closed' | 'reading' | 'writing'

/**
 * Shows the value and the reactions of a post, and the allowed actions. Disabled features are not
 * shown.
 */
export function PostFooter({
  post,
  pending,
  commentsState,
  threadId,
  onCommentsChange,
}: {
  post: Post
  pending: boolean
  commentsState: CommentsState
  threadId: string
  onCommentsChange: (commentsState: CommentsState) => void
}) {
  const { t } = useTranslation('feed')
  const [adding, setAdding] = useState(false)
  const { abilities } = post
  const commentCount = post.comment_count
  return (
    <div className={css['foot']}>
      <PostReactions post={post} pending={pending} />
      <div className={css['actions']}>
        {abilities.comment || commentCount > 0 ? (
          <button
            type="button"
            className={`plain ${css['action']}`}
            data-shortcut="comment"
            aria-expanded={commentsState !== 'closed'}
            aria-controls={commentsState === 'closed' ? undefined : threadId}
            title={t('talk.label')}
            onClick={() => onCommentsChange(commentsState === 'closed' ? 'writing' : 'closed')}
          >
            <IconMessageCircle size={18} stroke={1.8} aria-hidden="true" />
            {commentCount > 0 ? formatNumber(commentCount) : null}
            <span className="sr-only">{t('talk.count', { count: commentCount })}</span>
          </button>
        ) : null}
        {abilities.add_on ? (
          <button
            type="button"
            className={`plain ${css['action']}`}
            data-shortcut="add_points"
            title={t('add_on.title')}
            onClick={() => setAdding(true)}
          >
            <IconCirclePlus size={18} stroke={1.8} aria-hidden="true" />
            <span className={css['wide']}>{t('add_on.title')}</span>
          </button>
        ) : null}
      </div>
      {adding ? (
        <AddOnDialog
          post={post}
          onClose={() => setAdding(false)}
          onDone={() => {
            setAdding(false)
            if (commentsState === 'closed') onCommentsChange('reading')
          }}
        />
      ) : null}
    </div>
  )
}
