import { ActionIcon } from '@mantine/core'
import { IconDots, IconHeart, IconHeartFilled, IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Fragment, memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Post } from '#contract/posts.ts'
import type { Person } from '#contract/users.ts'
import { useConfig } from '#web/app/config.ts'
import { tellError } from '#web/app/errors.ts'
import { usePersonName } from '#web/app/person.ts'
import { formatAgo, formatDateTime, formatNumber } from '#web/lib/format.ts'
import { Card } from '#web/ui/Card.tsx'
import { onPress } from '#web/ui/later.tsx'
import { PointsBadge } from '#web/ui/PointsBadge.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { ValueChip } from '#web/ui/ValueChip.tsx'
import css from './posts.module.css'
import { useLike } from './queries.ts'

const PostMenu = onPress(() => import('./PostMenu.tsx').then((code) => code.PostMenu))

function PersonLink({ person }: { person: Person }) {
  const name = usePersonName()
  return person.state === 'deleted' ? <b>{name(person)}</b> : <Link to="/profile/$id" params={{ id: person.id }}>{name(person)}</Link>
}

/** One recognition: who thanks whom, for what, with how much, for which value. */
export const PostCard = memo(function PostCard({ post, pending = false }: { post: Post; pending?: boolean }) {
  const { t } = useTranslation('feed')
  const { settings: { timezone } } = useConfig()
  const like = useLike()
  const several = post.to.length > 1
  return (
    <Card className={`${css['post']} ${pending ? css['pending'] : ''}`}>
      <div className={css['head']}>
        <UserAvatar user={post.from} size={44} />
        <div className={css['people']}>
          <div>
            <PersonLink person={post.from} /> <span aria-hidden="true">→</span><span className="sr-only">{t('post.to')}</span>{' '}
            {post.to.map((person, index) => <Fragment key={person.id}>{index > 0 ? ', ' : ''}<PersonLink person={person} /></Fragment>)}
          </div>
          <div className={css['when']}>
            <time dateTime={post.created_at} title={formatDateTime(post.created_at, timezone)}>{formatAgo(post.created_at, timezone)}</time>
            {post.private && <span className={css['private']}><IconLock size={13} aria-hidden="true" />{t('post.private')}</span>}
          </div>
        </div>
        <PointsBadge text={`+${formatNumber(post.score)}`} label={several ? t('post.points_each', { count: post.score }) : t('common:points', { count: post.score })} />
        {!pending && (post.abilities.delete || post.abilities.change_value) ? <PostMenu post={post} target={<ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('post.more')}><IconDots size={18} aria-hidden="true" /></ActionIcon>} /> : null}
      </div>
      <div className={css['text']}>{post.description}</div>
      <div className={css['foot']}>
        <ValueChip value={post.value} />
        <span style={{ flex: 1 }} />
        <button type="button" className={`plain ${css['like']}`} aria-pressed={post.liked} disabled={pending}
          aria-label={t(post.liked ? 'post.unlike' : 'post.like', { count: post.like_count })} onClick={() => like.mutate(post, { onError: (error) => tellError(t, error) })}>
          {post.liked ? <IconHeartFilled size={17} aria-hidden="true" /> : <IconHeart size={17} aria-hidden="true" />}
          {post.like_count > 0 ? formatNumber(post.like_count) : null}
        </button>
      </div>
    </Card>
  )
})
