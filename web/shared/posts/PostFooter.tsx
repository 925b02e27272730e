import { IconCirclePlus, IconHeart, IconHeartFilled, IconMessageCircle } from '@tabler/icons-react'
import { useState } from 'react'
import type { Post } from '#contract/schemas/posts.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { lazyWithFallback } from '#web/ui/lazy.tsx'
import { ValueChip } from '#web/ui/ValueChip.tsx'
import { useLike } from './reactions.api.ts'
import { Count } from './Count.tsx'
import css from './posts.module.css'
import { AddReaction, ReactionChips } from './Reactions.tsx'

const AddOnDialog = lazyWithFallback(
  () => import('./AddOnDialog.tsx').then((code) => code.AddOnDialog),
  () => null,
)

function LikeButton({ post, disabled }: { post: Post; disabled: boolean }) {
  const { t } = useTranslation('feed')
  const like = useLike(post)
  return (
    <Count
      post={post}
      reaction="like"
      name={t('post.likes')}
      count={post.like_count}
      className={css['likes']}
      isOwn={post.liked}
    >
      <button
        type="button"
        className={`plain ${css['action']}`}
        aria-pressed={post.liked}
        disabled={disabled}
        aria-label={t(post.liked ? 'post.unlike' : 'post.like', { count: post.like_count })}
        onClick={like}
      >
        {post.liked ? (
          <IconHeartFilled size={18} aria-hidden="true" />
        ) : (
          <IconHeart size={18} stroke={1.8} aria-hidden="true" />
        )}
      </button>
    </Count>
  )
}

/**
 * Who opens a conversation wants to write; who comes to it by a link, or has just added points,
 * wants to read.
 */
export type CommentsState = 'closed' | 'reading' | 'writing'

/**
 * What a post is for, what colleagues answered, and what one can answer oneself; nothing that is
 * switched off or not allowed.
 */
export function PostFooter({
  post,
  pending,
  talk,
  talkId,
  onTalk,
}: {
  post: Post
  pending: boolean
  talk: CommentsState
  talkId: string
  onTalk: (talk: CommentsState) => void
}) {
  const { t } = useTranslation('feed')
  const [adding, setAdding] = useState(false)
  const { abilities } = post
  const comments = post.comment_count
  return (
    <div className={css['foot']}>
      <div className={css['chips']}>
        <ValueChip value={post.value} />
        {abilities.react ? <ReactionChips post={post} /> : null}
      </div>
      <div className={css['actions']}>
        {abilities.like || pending ? <LikeButton post={post} disabled={pending} /> : null}
        {abilities.react ? <AddReaction post={post} /> : null}
        {abilities.comment || comments > 0 ? (
          <button
            type="button"
            className={`plain ${css['action']}`}
            aria-expanded={talk !== 'closed'}
            aria-controls={talk === 'closed' ? undefined : talkId}
            title={t('talk.label')}
            onClick={() => onTalk(talk === 'closed' ? 'writing' : 'closed')}
          >
            <IconMessageCircle size={18} stroke={1.8} aria-hidden="true" />
            {comments > 0 ? formatNumber(comments) : null}
            <span className="sr-only">{t('talk.count', { count: comments })}</span>
          </button>
        ) : null}
        {abilities.add_on ? (
          <button
            type="button"
            className={`plain ${css['action']}`}
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
            if (talk === 'closed') onTalk('reading')
          }}
        />
      ) : null}
    </div>
  )
}
